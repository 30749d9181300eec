import { GraphError } from './graph-errors.ts'
import type { Bubble } from './graph-records.ts'
import { textOf } from '../text-of.ts'

/** The message of a request, checked against the published limits. */
export interface SentMessage {
  readonly to: string
  readonly type:
    | 'text'
    | 'template'
    | 'interactive'
    | 'image'
    | 'document'
    | 'audio'
    | 'video'
    | 'location'
    | 'reaction'
  readonly text: string
  readonly choices: Bubble['choices']
  readonly callbackData: string | null
  readonly template: {
    readonly name: string
    readonly language: string
    readonly params: readonly string[]
  } | null
}

type Json = Readonly<Record<string, unknown>>

export function readSentMessage(body: unknown): SentMessage {
  const given = objectOf(body, 'body')
  if (given.messaging_product !== 'whatsapp')
    throw new GraphError(100, "The parameter messaging_product is required and must be 'whatsapp'.")
  const to = textOf(given.to ?? given.recipient ?? '')
  if (to === '') throw new GraphError(131008, "The parameter 'to' is required.")
  if (!/^\+?\d{5,20}$/.test(to) && !/^[A-Z]{2}\.\w{1,128}$/.test(to))
    throw new GraphError(131009, "The parameter 'to' is no phone number and no user id.")
  const type = textOf(given.type ?? 'text')
  const callback = given.biz_opaque_callback_data
  if (typeof callback === 'string' && callback.length > 512)
    throw new GraphError(131009, 'biz_opaque_callback_data length invalid. Max length: 512')
  const callbackData = typeof callback === 'string' ? callback : null
  const plain = { to, choices: null, template: null, callbackData }
  switch (type) {
    case 'text':
      return { ...plain, type, text: limited(objectOf(given.text, 'text').body, 'text.body', 4_096) }
    case 'template':
      return { ...plain, type, text: '', template: templateOf(objectOf(given.template, 'template')) }
    case 'interactive':
      return { ...plain, type, ...interactiveOf(objectOf(given.interactive, 'interactive')) }
    case 'image':
    case 'document':
    case 'audio':
    case 'video': {
      const media = objectOf(given[type], type)
      if (!media.id && !media.link) throw new GraphError(131008, `${type} needs an id or a link.`)
      return { ...plain, type, text: textOf(media.caption ?? '') }
    }
    case 'location': {
      const { latitude, longitude } = objectOf(given.location, 'location')
      if (latitude === undefined || longitude === undefined)
        throw new GraphError(131008, 'location needs latitude and longitude.')
      return { ...plain, type, text: `${textOf(latitude)}, ${textOf(longitude)}` }
    }
    case 'reaction':
      return { ...plain, type, text: textOf(objectOf(given.reaction, 'reaction').emoji ?? '') }
    default:
      throw new GraphError(131051, `Message type ${type} is not supported.`)
  }
}

function templateOf(template: Json): NonNullable<SentMessage['template']> {
  const language = objectOf(template.language, 'template.language').code
  if (!template.name || !language) throw new GraphError(131008, 'template needs a name and language.code.')
  const components = listOf(template.components)
  const body = components.find((component) => component.type === 'body')
  return {
    name: textOf(template.name),
    language: textOf(language),
    params: listOf(body?.parameters).map((parameter) => textOf(parameter.text ?? '')),
  }
}

function interactiveOf(interactive: Json): Pick<SentMessage, 'text' | 'choices'> {
  const action = objectOf(interactive.action, 'interactive.action')
  if (interactive.footer) limited(objectOf(interactive.footer, 'footer').text, 'footer.text', 60)
  const header = interactive.header ? objectOf(interactive.header, 'header') : null
  if (header?.type === 'text') limited(header.text, 'header.text', 60)
  const body = objectOf(interactive.body, 'interactive.body').text
  switch (interactive.type) {
    case 'button': {
      const buttons = listOf(action.buttons)
      if (buttons.length === 0 || buttons.length > 3)
        throw new GraphError(131009, 'Invalid buttons count. Min allowed buttons: 1, max allowed buttons: 3.')
      const rows = buttons.map((button) => {
        const { id, title } = objectOf(button.reply, 'button.reply')
        return {
          id: limited(id, 'reply.id', 256),
          title: limited(title, 'reply.title', 20),
          description: null,
          section: null,
        }
      })
      unique(rows)
      return { text: limited(body, 'body.text', 1_024), choices: { button: null, rows } }
    }
    case 'list': {
      const sections = listOf(action.sections)
      const rows = sections.flatMap((section) =>
        listOf(section.rows).map((row) => ({
          id: limited(row.id, 'row.id', 200),
          title: limited(row.title, 'row.title', 24),
          description: row.description ? limited(row.description, 'row.description', 72) : null,
          section: sections.length > 1 ? limited(section.title, 'section.title', 24) : null,
        })),
      )
      if (sections.length > 10 || rows.length === 0 || rows.length > 10)
        throw new GraphError(131009, 'Total row count exceed max allowed count: 10.')
      unique(rows)
      const button = limited(action.button, 'action.button', 20)
      return { text: limited(body, 'body.text', 4_096), choices: { button, rows } }
    }
    case 'cta_url':
    case 'location_request_message':
      return { text: limited(body, 'body.text', 1_024), choices: null }
    default:
      throw new GraphError(131009, `interactive.type ${textOf(interactive.type)} is not valid.`)
  }
}

function unique(rows: readonly { readonly id: string; readonly title: string }[]): void {
  for (const key of ['id', 'title'] as const)
    if (new Set(rows.map((row) => row[key])).size !== rows.length && key === 'id')
      throw new GraphError(131009, 'Duplicated row ids.')
}

/** The platform counts characters as UTF-16 units. */
function limited(value: unknown, name: string, most: number): string {
  if (typeof value !== 'string' || value.trim() === '') throw new GraphError(131008, `${name} is required.`)
  if (value.length > most)
    throw new GraphError(131009, `${name} length invalid. Min length: 1, Max length: ${most}`)
  return value
}

function objectOf(value: unknown, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GraphError(131008, `${name} is required.`)
  return value as Json
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
