import * as z from 'zod/mini'
import { isRecord } from './is-record.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

export interface Fitted<T> {
  readonly value: T
  /** Paths of what was missing, wrong or too much, without what is only a text that was cut. */
  readonly doubts: readonly string[]
}

/**
 * Makes any JSON value fit a schema, so that what a partner sends is never refused for one odd field: texts are
 * cut, numbers are limited, lists are shortened, and what is missing gets an empty value. A value that has no empty
 * form (an enumeration, a date) takes its nearest optional or nullable parent with it. Null: not even the whole fits.
 */
export function fitTo<S extends z.core.$ZodType>(schema: S, value: unknown): Fitted<z.output<S>> | null {
  const doubts: string[] = []
  const fitted = fit(shapeOf(schema), value, { path: '', depth: 0, doubts })
  return fitted === unfit ? null : { value: fitted as z.output<S>, doubts }
}

/** A stored row for its reply: as it is, or mended when it is odd. Null: it cannot be shown. */
export function shownRow<S extends z.core.$ZodType>(
  schema: S,
  row: z.output<S>,
): { readonly value: z.output<S>; readonly odd: boolean } | null {
  const whole = z.safeParse(schema, row)
  if (whole.success) return { value: whole.data, odd: false }
  const fitted = fitTo(schema, row)
  return fitted && { value: fitted.value, odd: true }
}

/** A partner's document, whatever was sent: the schema says which fields are looked at. */
export function readDocument<S extends z.core.$ZodType>(schema: S, document: unknown): Fitted<z.output<S>> {
  const fitted = fitTo(schema, isRecord(document) ? document : {})
  if (!fitted) throw new Error('A partner’s document has a required field without an empty value.')
  return fitted
}

/** Well-formed, without NUL and without half a letter at the end: PostgreSQL and JSON can hold it. */
export function cleanText(text: string, maxLength = Number.MAX_SAFE_INTEGER): string {
  const clean = text.toWellFormed().replaceAll('\0', '')
  if (clean.length <= maxLength) return clean
  // A short field is a code or a number, in which an ellipsis would be read as content.
  const mark = maxLength > 40 ? '…' : ''
  const cut = clean.slice(0, maxLength - mark.length)
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + mark
}

/** The part of JSON Schema that the contract's schemas use. */
interface Shape {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Shape
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

interface Place {
  readonly path: string
  readonly depth: number
  readonly doubts: string[]
}

const unfit = Symbol('unfit')
const shapes = new WeakMap<z.core.$ZodType, Shape>()

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const shape = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as Shape
  shapes.set(schema, shape)
  return shape
}

function fit(shape: Shape, value: unknown, at: Place): unknown {
  if (shape.anyOf) return fitUnion(shape.anyOf, value, at)
  // A nullable text is written with a list of types.
  if (typeof shape.type === 'object') {
    return fitUnion(
      shape.type.map((type) => (type === 'null' ? { type } : { ...shape, type })),
      value,
      at,
    )
  }
  if (shape.enum) return shape.enum.includes(value) ? value : unfit
  if ('const' in shape) return shape.const === value ? value : unfit
  const fitKind = shape.type === undefined ? undefined : lookup(kinds, shape.type)
  return fitKind ? fitKind(shape, value, at) : value
}

const kinds: Readonly<Record<string, (shape: Shape, value: unknown, at: Place) => unknown>> = {
  string: fitText,
  number: fitNumber,
  integer: fitNumber,
  boolean: (_shape, value) => (typeof value === 'boolean' ? value : unfit),
  array: (shape, value, at) => (Array.isArray(value) ? fitList(shape, value, at) : unfit),
  object: (shape, value, at) => (isRecord(value) ? fitRecord(shape, value, at) : unfit),
}

function fitUnion(options: readonly Shape[], value: unknown, at: Place): unknown {
  const nullable = options.some((option) => option.type === 'null')
  if (nullable && (value === null || value === undefined)) return null
  for (const option of options) {
    const fitted = option.type === 'null' ? unfit : fit(option, value, at)
    if (fitted !== unfit) return fitted
  }
  if (!nullable) return unfit
  at.doubts.push(at.path)
  return null
}

function fitText({ format, minLength = 0, maxLength }: Shape, value: unknown): unknown {
  if (format === 'date-time' || format === 'date' || format === 'uuid') return fitFormat(format, value)
  if (typeof value !== 'string' && typeof value !== 'number') return unfit
  const text = cleanText(String(value), maxLength)
  return text.trim().length < minLength ? unfit : text
}

const datePattern = /^(19|20)\d\d-\d\d-\d\d$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

function fitFormat(format: string, value: unknown): unknown {
  if (typeof value !== 'string') return unfit
  if (format === 'uuid') return uuidPattern.test(value) ? value : unfit
  const at = plausibleInstant(new Date(value))
  if (!at) return unfit
  if (format === 'date') return datePattern.test(value) ? value : unfit
  return at.toISOString()
}

const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)

/** Null: not an instant, or none that a restaurant's order can have. */
export function plausibleInstant(at: Date): Date | null {
  const ms = at.getTime()
  return ms >= earliest && ms < latest ? at : null
}

function fitNumber(shape: Shape, value: unknown, at: Place): unknown {
  const written = typeof value === 'string' && /^\s*-?\d+([.,]\d+)?\s*$/.test(value)
  const sent = written ? Number(value.replace(',', '.')) : value
  if (typeof sent !== 'number' || Number.isNaN(sent)) return unfit
  const most = shape.maximum ?? Number.MAX_SAFE_INTEGER
  const limited = Math.min(Math.max(sent, shape.minimum ?? -most), most)
  if (limited !== sent) at.doubts.push(at.path)
  return shape.type === 'integer' ? Math.round(limited) : limited
}

/** Deeper than anything that a contract describes. */
const maxDepth = 32

function fitList({ items = {}, maxItems }: Shape, list: readonly unknown[], at: Place): unknown {
  if (at.depth > maxDepth) return unfit
  const kept = list.slice(0, maxItems)
  if (kept.length < list.length) at.doubts.push(at.path)
  return kept.flatMap((element, index) => {
    const place = inside(at, String(index))
    const fitted = fit(items, element, place)
    if (fitted !== unfit) return [fitted]
    at.doubts.push(place.path)
    return []
  })
}

function fitRecord(shape: Shape, value: Readonly<Record<string, unknown>>, at: Place): unknown {
  if (at.depth > maxDepth) return unfit
  const required = new Set(shape.required)
  const made = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(shape.properties ?? {})) {
    const sent = lookup(value, name)
    const place = inside(at, name)
    const fitted = sent === undefined && !required.has(name) ? unfit : fit(inner, sent, place)
    if (fitted !== unfit) {
      made.set(name, fitted)
      continue
    }
    if (sent !== undefined || required.has(name)) at.doubts.push(place.path)
    if (!required.has(name)) continue
    const empty = emptyOf(inner, place)
    if (empty === unfit) return unfit
    made.set(name, empty)
  }
  return Object.fromEntries(made)
}

function emptyOf(shape: Shape, at: Place): unknown {
  switch (shape.type) {
    case 'string':
      if (shape.enum ?? shape.format) return unfit
      return shape.minLength ? '-' : ''
    case 'number':
    case 'integer':
      return fitNumber(shape, 0, { ...at, doubts: [] })
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return fitRecord(shape, {}, at)
    default:
      return unfit
  }
}

const inside = ({ path, depth, doubts }: Place, name: string): Place => ({
  path: path === '' ? name : `${path}.${name}`,
  depth: depth + 1,
  doubts,
})
