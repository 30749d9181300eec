/** The door of this room. */
export { MailboxLink } from './mailbox-link.tsx'
