import type { Mail } from './mail-queue.ts'

/** A mail in pt-BR, as text and HTML, with at most one button and advice for unexpected mails. */
export interface Letter {
  readonly recipient: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Figures, each line with a label, a value and a remark. */
  readonly tables?: readonly LetterTable[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly closing: string
}

export interface LetterTable {
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly value: string; readonly remark: string }[]
}

export function written(raw: Letter): Mail {
  const letter = withoutLinks(raw)
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.tables ?? []).map(tableText),
    ...(letter.button ? [`${letter.button.label}:\n${letter.button.url}`] : []),
    letter.closing,
    'Balcão',
  ].join('\n\n')
  const paragraph = (words: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(words)}</p>`
  const button = letter.button
    ? `<p style="margin:8px 0 24px"><a href="${escaped(letter.button.url)}" style="display:inline-block;background:#5b1a4f;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:10px">${escaped(letter.button.label)}</a></p>
<p style="margin:0 0 16px;color:#675560;font-size:13px;word-break:break-all">Se o botão não abrir, copie este endereço:<br>${escaped(letter.button.url)}</p>`
    : ''
  const html = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(letter.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f7f4f2;color:#241620;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:16px;padding:28px">
<p style="margin:0 0 20px;font-weight:700;font-size:18px;color:#5b1a4f">Balcão</p>
${paragraph(letter.greeting, 'font-size:18px;font-weight:600')}
${letter.paragraphs.map((words) => paragraph(words)).join('\n')}
${(letter.tables ?? []).map(tableHtml).join('\n')}
${button}
${paragraph(letter.closing, 'color:#675560;font-size:14px')}
</div></body></html>`
  return { recipient: letter.recipient, subject: letter.subject.slice(0, 200), text, html }
}

/** Only the button leads somewhere: names of people, stores and products are other people's words. */
const withoutLinks = (letter: Letter): Letter => ({
  ...letter,
  subject: harmless(letter.subject),
  greeting: harmless(letter.greeting),
  paragraphs: letter.paragraphs.map(harmless),
  ...(letter.tables
    ? {
        tables: letter.tables.map(({ title, rows }) => ({
          title: harmless(title),
          rows: rows.map(({ label, value, remark }) => ({
            label: harmless(label),
            value: harmless(value),
            remark: harmless(remark),
          })),
        })),
      }
    : {}),
})

/** On one line, and with an invisible joiner in whatever a mail program would make a link of. */
const harmless = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, (gap) =>
      gap === '\u00a0' ? gap : ' ',
    )
    .replaceAll(/(?<=\S)[.:@/。．｡](?=[^\s\d])/gu, (mark) => `${mark}\u2060`)

const tableText = ({ title, rows }: LetterTable): string =>
  [
    title,
    ...rows.map(({ label, value, remark }) => `  ${label}: ${value}${remark ? ` (${remark})` : ''}`),
  ].join('\n')

/** Mail clients support tables and inline styles, and little else. */
function tableHtml({ title, rows }: LetterTable): string {
  const cell = 'padding:7px 0;border-bottom:1px solid #eee5ea'
  const lines = rows.map(
    ({ label, value, remark }) =>
      `<tr><td style="${cell}">${escaped(label)}</td><td style="${cell};text-align:right;white-space:nowrap"><b>${escaped(value)}</b>${remark ? `<br><span style="color:#675560;font-size:13px">${escaped(remark)}</span>` : ''}</td></tr>`,
  )
  return `<h2 style="margin:20px 0 4px;font-size:15px;color:#5b1a4f">${escaped(title)}</h2>
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${lines.join('')}</table>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
