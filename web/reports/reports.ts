/** What other rooms may show of this one. */
export { MailsTab } from './mails-tab.tsx'
