import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/groups/groups.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { serve } from '../http/serve.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { visibleGroup } from './group-writes.ts'
import { asReader, readGroups } from './groups.reads.ts'
import { updateGroup } from './update-group.ts'

export function groupsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.createGroup, createGroup)
  serve(app, deps, contract.readMyGroups, ({ who }) =>
    asReader(deps, who, (tx, reader) => readGroups(tx, reader, null)),
  )
  serve(app, deps, contract.updateGroup, updateGroup)
  serve(app, deps, contract.deleteGroup, deleteGroup)
  serve(app, deps, contract.findGroupIdBySlug, async ({ params }) => {
    // Only the id, so that a form can say that an address is taken (spec section 6).
    const row = await deps.db
      .selectFrom('group_slugs')
      .select('group_id')
      .where('slug', '=', params.slug)
      .executeTakeFirst()
    return row?.group_id ?? null
  })
  serve(app, deps, contract.readGroupBySlug, ({ who, params }) =>
    asReader(deps, who, async (tx, reader) => {
      const [group] = await readGroups(tx, reader, { slug: params.slug })
      if (!group) throw new AppError('group/not-found')
      return group
    }),
  )
  serve(app, deps, contract.readGroup, ({ who, params }) =>
    asReader(deps, who, (tx, reader) => visibleGroup(tx, reader, params.id)),
  )
}
