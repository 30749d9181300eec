import type { RoleName } from '../../contract/shared/access.ts'

/** Beside a person's name, so it must be true of women and men. */
export const roleLabels: Readonly<Record<RoleName, string>> = {
  owner: 'Dono ou dona',
  manager: 'Gerente',
  basic: 'Atendente',
}
