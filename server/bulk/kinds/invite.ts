import * as z from 'zod/mini'
import type { RoleName } from '../../../contract/shared/access.ts'
import { endActInvitation, inviteByAct, rejectActInvitation } from '../../identity/identity.ts'
import type { ActionOf, Kind, PartCall } from './kind.ts'

const kept = z.object({ invitationId: z.string() })

/** Invitations are in the directory; the part says what became of its own. */
export const invite: Kind<'invite'> = {
  facet: null,
  foresee: async (deps, call, action) => {
    await rejectActInvitation(deps, invitedBy(call, action))
    return { invitationId: '' }
  },
  prepare: async (deps, call, action) => ({
    invitationId: await inviteByAct(deps, invitedBy(call, action)),
  }),
  apply: async (_tx, _call, { email, role }, { invitationId }) => ({
    state: 'done',
    words: `${email}: convite para ${roleWords[role]}. Não vê nada antes de aceitar.`,
    kept: { invitationId } satisfies z.input<typeof kept>,
  }),
  takeBack: (deps, call, was) =>
    endActInvitation(deps, { ...call, actId: call.requestId }, kept.parse(was).invitationId),
  undo: async () => {},
}

const invitedBy = ({ storeId, caller, now, requestId }: PartCall, action: ActionOf<'invite'>) => ({
  actId: requestId,
  storeId,
  caller,
  now,
  email: action.email,
  name: action.name ?? '',
  role: action.role,
})

const roleWords: Readonly<Record<RoleName, string>> = {
  owner: 'dono',
  manager: 'gerente',
  basic: 'atendente',
}
