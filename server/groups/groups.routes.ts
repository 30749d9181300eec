import { readGroupDay as readGroupDayRoute } from '../../contract/groups/group-day.ts'
import { readGroupNow as readGroupNowRoute } from '../../contract/groups/group-now.ts'
import * as goalsContract from '../../contract/groups/goals.ts'
import * as menuContract from '../../contract/groups/group-menu.ts'
import * as grantsContract from '../../contract/groups/group-grants.ts'
import * as contract from '../../contract/groups/groups.ts'
import { AppError } from '../errors/app-error.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { visibleGroup } from './group-writes.ts'
import { asReader, readGroups } from './groups.reads.ts'
import { readSalesGoals, saveSalesGoal } from './goals.ts'
import { readGroupDay } from './read-group-day.ts'
import { readGroupNow } from './read-group-now.ts'
import { findGroupAddress, findGroupIdBySlug } from './find-group-id.ts'
import { endGroupGrant } from './grants/end-grant.ts'
import { giveGroupGrant } from './grants/give-grant.ts'
import { answerGroupOffer, readGroupOffers } from './grants/offers.ts'
import { readGroupGrants } from './grants/read-grants.ts'
import { readGroupMenu, readGroupMenuOfStore } from './menu/read-group-menu.ts'
import { saveGroupMenu } from './menu/save-group-menu.ts'
import { updateGroup } from './update-group.ts'

export const groupsRoutes: readonly ServedRoute[] = [
  on(contract.createGroup, createGroup),
  on(contract.readMyGroups, ({ deps, caller }) =>
    asReader(deps, caller, (tx, reader) => readGroups(tx, reader, null)),
  ),
  on(contract.updateGroup, updateGroup),
  on(contract.deleteGroup, deleteGroup),
  on(contract.findGroupIdBySlug, findGroupIdBySlug),
  on(contract.findGroupAddress, findGroupAddress),
  on(contract.readGroupBySlug, ({ deps, caller, params }) =>
    asReader(deps, caller, async (tx, reader) => {
      const [group] = await readGroups(tx, reader, { slug: params.slug })
      if (!group) throw new AppError('group/not-found')
      return group
    }),
  ),
  on(readGroupDayRoute, readGroupDay),
  on(readGroupNowRoute, readGroupNow),
  on(menuContract.readGroupMenu, readGroupMenu),
  on(menuContract.readGroupMenuOfStore, readGroupMenuOfStore),
  on(menuContract.saveGroupMenu, saveGroupMenu),
  on(goalsContract.readSalesGoals, readSalesGoals),
  on(goalsContract.saveSalesGoal, saveSalesGoal),
  on(grantsContract.readGroupGrants, readGroupGrants),
  on(grantsContract.giveGroupGrant, giveGroupGrant),
  on(grantsContract.endGroupGrant, endGroupGrant),
  on(grantsContract.readGroupOffers, readGroupOffers),
  on(grantsContract.answerGroupOffer, answerGroupOffer),
  on(contract.readGroup, ({ deps, caller, params }) =>
    asReader(deps, caller, (tx, reader) => visibleGroup(tx, reader, params.id)),
  ),
]
