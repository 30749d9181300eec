/** What other rooms may show of this one. */
export { ExportMenu } from './frame/export-menu.tsx'
export { MailsTab } from './mails/mails-tab.tsx'
