import { lazyPart } from '../screens/stale-chunk.ts'

/** The links of a store for accountants, for its owners; nothing for others. */
export const AccountantLinks = lazyPart(() => import('./accountant-links.tsx'), 'AccountantLinks')
