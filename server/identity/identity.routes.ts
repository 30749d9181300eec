import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/identity.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { checkSession, getCustomToken, revokeSession, signInWithCustomToken } from './cookie-calls.ts'
import { readMyAccess, readMyUser } from './my-access.ts'
import { sessionLogin } from './session-login.ts'
import { signIn } from './sign-in.ts'

export function identityRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.signIn, signIn)
  serve(app, deps, contract.signInWithCustomToken, signInWithCustomToken)
  serve(app, deps, contract.sessionLogin, sessionLogin)
  serve(app, deps, contract.checkSession, checkSession)
  serve(app, deps, contract.getCustomToken, getCustomToken)
  serve(app, deps, contract.revokeSession, revokeSession)
  serve(app, deps, contract.readMyAccess, readMyAccess)
  serve(app, deps, contract.readMyUser, readMyUser)
}
