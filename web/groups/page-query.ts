import type { GroupPage } from '../../contract/groups/groups.ts'

/** The first page is asked for without a number, so that a group of one page has one address. */
export const pageQuery = ({ number }: Pick<GroupPage, 'number'>): { readonly page?: string } =>
  number > 1 ? { page: String(number) } : {}
