import * as account from '../../contract/identity/account.ts'
import * as links from '../../contract/identity/links.ts'
import * as people from '../../contract/identity/people.ts'
import * as profile from '../../contract/identity/profile.ts'
import * as support from '../../contract/identity/support.ts'
import * as contract from '../../contract/identity/identity.ts'
import * as mailbox from '../../contract/mail/mailbox.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { changePassword } from './people/change-password.ts'
import { grantAccess, removeAccess } from './access/change-access.ts'
import {
  checkSession,
  getCustomToken,
  revokeSession,
  signInWithCustomToken,
} from './sessions/cookie-calls.ts'
import { readIdentityProvider, readMailbox } from './identity-provider-info.ts'
import { cancelInvitation, inviteWithoutPassword, resendInvitation } from './links/invite.ts'
import { readMyAccess, readMyUser } from './access/my-access.ts'
import { endMySession, endMySessions, readMySessions } from './sessions/own-sessions.ts'
import { acceptInvitation, declineInvitation, readMyInvitations } from './links/own-invitations.ts'
import { confirmMyPhone, startMyPhone } from './people/own-phone.ts'
import { removeMyPhone, saveMyProfile } from './people/own-profile.ts'
import { findStores } from './support/find-stores.ts'
import { enterStore, leaveStore } from './support/support-entries.ts'
import { readLink, redeemLink } from './links/redeem-link.ts'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from './embedded/second-factor.ts'
import { sessionLogin } from './sessions/session-login.ts'
import { signIn } from './sessions/sign-in.ts'
import { createAccount, requestPasswordReset } from './links/start-links.ts'
import { checkAccess, readInvitations, readStoreAccess } from './people/store-people.ts'

export const identityRoutes: readonly ServedRoute[] = [
  on(contract.readIdentityProvider, readIdentityProvider),
  on(contract.signIn, signIn),
  on(contract.signInWithCustomToken, signInWithCustomToken),
  on(contract.sessionLogin, sessionLogin),
  on(contract.checkSession, checkSession),
  on(contract.getCustomToken, getCustomToken),
  on(contract.revokeSession, revokeSession),
  on(contract.readMyAccess, readMyAccess),
  on(contract.readMyUser, readMyUser),
  on(links.createAccount, createAccount),
  on(links.requestPasswordReset, requestPasswordReset),
  on(links.readLink, readLink),
  on(links.redeemLink, redeemLink),
  on(people.readStoreAccess, readStoreAccess),
  on(people.readInvitations, readInvitations),
  on(people.checkAccess, checkAccess),
  on(people.grantAccess, grantAccess),
  on(people.removeAccess, removeAccess),
  on(people.inviteWithoutPassword, inviteWithoutPassword),
  on(people.resendInvitation, resendInvitation),
  on(people.cancelInvitation, cancelInvitation),
  on(people.readMyInvitations, readMyInvitations),
  on(people.acceptInvitation, acceptInvitation),
  on(people.declineInvitation, declineInvitation),
  on(profile.saveMyProfile, saveMyProfile),
  on(profile.startMyPhone, startMyPhone),
  on(profile.confirmMyPhone, confirmMyPhone),
  on(profile.removeMyPhone, removeMyPhone),
  on(support.findStores, findStores),
  on(support.enterStore, enterStore),
  on(support.leaveStore, leaveStore),
  on(account.readMySessions, readMySessions),
  on(account.endMySession, endMySession),
  on(account.endMySessions, endMySessions),
  on(account.changePassword, changePassword),
  on(account.readSecondFactor, readSecondFactor),
  on(account.startSecondFactor, startSecondFactor),
  on(account.confirmSecondFactor, confirmSecondFactor),
  on(account.removeSecondFactor, removeSecondFactor),
  on(mailbox.readMailbox, readMailbox),
]
