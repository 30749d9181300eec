import * as contract from '../../contract/accountant/accountant.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { endAccountantLink } from './end-link.ts'
import { makeAccountantLink } from './make-link.ts'
import { openAccountantLink } from './open-link.ts'
import { readAccountantFile } from './read-file.ts'
import { readAccountantLinks } from './read-links.ts'

export const accountantRoutes: readonly ServedRoute[] = [
  on(contract.readAccountantLinks, readAccountantLinks),
  on(contract.makeAccountantLink, makeAccountantLink),
  on(contract.endAccountantLink, endAccountantLink),
  on(contract.openAccountantLink, openAccountantLink),
  on(contract.readAccountantFile, readAccountantFile),
]
