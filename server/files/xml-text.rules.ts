import { lookup } from '../../contract/shared/lookup.ts'

/** Escapes text for elements and attributes. Drops what XML 1.0 cannot contain (control characters, lone surrogates). */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>"]/g, (letter) => lookup(entities, letter) ?? letter)

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
