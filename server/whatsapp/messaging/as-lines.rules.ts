import type { MessageContent } from './messaging-driver.ts'

/** Renders buttons and lists as numbered lines, for drivers that support neither. */
export function asLines(content: MessageContent): string {
  switch (content.type) {
    case 'text':
    case 'template':
      return content.body
    case 'buttons':
      return [content.body, '', ...content.buttons.map(({ title }, index) => `${index + 1}. ${title}`)].join(
        '\n',
      )
    case 'list':
      return [
        content.body,
        '',
        ...content.rows.map(
          ({ title, description }, index) =>
            `${index + 1}. ${title}${description === '' ? '' : ` – ${description}`}`,
        ),
      ].join('\n')
  }
}
