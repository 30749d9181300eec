import type { FastifyInstance } from 'fastify'
import * as account from '../../contract/identity/account.ts'
import * as links from '../../contract/identity/links.ts'
import * as people from '../../contract/identity/people.ts'
import * as contract from '../../contract/identity/identity.ts'
import * as mailbox from '../../contract/mail/mailbox.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { changePassword } from './change-password.ts'
import { grantAccess, removeAccess } from './change-access.ts'
import { checkSession, getCustomToken, revokeSession, signInWithCustomToken } from './cookie-calls.ts'
import { readIdentityProvider, readMailbox } from './identity-provider-info.ts'
import { cancelInvitation, inviteWithoutPassword, resendInvitation } from './invite.ts'
import { readMyAccess, readMyUser } from './my-access.ts'
import { endMySession, endMySessions, readMySessions } from './own-sessions.ts'
import { readLink, redeemLink } from './redeem-link.ts'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from './second-factor.ts'
import { sessionLogin } from './session-login.ts'
import { signIn } from './sign-in.ts'
import { createAccount, requestPasswordReset } from './start-links.ts'
import { checkAccess, readStoreAccess } from './store-people.ts'

export function identityRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readIdentityProvider, readIdentityProvider)
  serve(app, deps, contract.signIn, signIn)
  serve(app, deps, contract.signInWithCustomToken, signInWithCustomToken)
  serve(app, deps, contract.sessionLogin, sessionLogin)
  serve(app, deps, contract.checkSession, checkSession)
  serve(app, deps, contract.getCustomToken, getCustomToken)
  serve(app, deps, contract.revokeSession, revokeSession)
  serve(app, deps, contract.readMyAccess, readMyAccess)
  serve(app, deps, contract.readMyUser, readMyUser)
  serve(app, deps, links.createAccount, createAccount)
  serve(app, deps, links.requestPasswordReset, requestPasswordReset)
  serve(app, deps, links.readLink, readLink)
  serve(app, deps, links.redeemLink, redeemLink)
  serve(app, deps, people.readStoreAccess, readStoreAccess)
  serve(app, deps, people.checkAccess, checkAccess)
  serve(app, deps, people.grantAccess, grantAccess)
  serve(app, deps, people.removeAccess, removeAccess)
  serve(app, deps, people.inviteWithoutPassword, inviteWithoutPassword)
  serve(app, deps, people.resendInvitation, resendInvitation)
  serve(app, deps, people.cancelInvitation, cancelInvitation)
  serve(app, deps, account.readMySessions, readMySessions)
  serve(app, deps, account.endMySession, endMySession)
  serve(app, deps, account.endMySessions, endMySessions)
  serve(app, deps, account.changePassword, changePassword)
  serve(app, deps, account.readSecondFactor, readSecondFactor)
  serve(app, deps, account.startSecondFactor, startSecondFactor)
  serve(app, deps, account.confirmSecondFactor, confirmSecondFactor)
  serve(app, deps, account.removeSecondFactor, removeSecondFactor)
  serve(app, deps, mailbox.readMailbox, readMailbox)
}
