/** What other rooms may show of this one. */
export { ExportMenu } from './export-menu.tsx'
export { MailsTab } from './mails-tab.tsx'
