/** Public exports of this folder. */
export { MailboxLink } from './mailbox-link.tsx'
