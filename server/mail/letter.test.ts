import { expect, test } from 'vitest'
import { written } from './letter.ts'

/** What mail programs make links of: a name with a dot before letters, an address, a scheme. */
const linked = /[\p{L}\p{N}][.。．｡]\p{L}{2,}|@[\p{L}\p{N}]|:\/\//u

test.each([
  'evil.example',
  'evil.example/premio',
  'Clique bit.ly/4x',
  'premio。example',
  'premio．example',
  'https://x.example',
  'conta@x.example',
])('the name %s is no link in a mail', (name) => {
  const mail = written({
    recipient: 'ana@b.example',
    subject: `${name} convidou você`,
    greeting: `Olá, ${name}!`,
    paragraphs: [`${name} convidou você para a equipe da loja ${name}.`],
    tables: [{ title: name, rows: [{ label: name, value: name, remark: name }] }],
    closing: 'Se você não conhece quem convidou, ignore este e-mail.',
  })
  const html = mail.html.replaceAll(/<[^>]*>/g, ' ')
  for (const text of [mail.subject, mail.text, html]) expect(text).not.toMatch(linked)
})
