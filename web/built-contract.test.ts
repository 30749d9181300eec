import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { builtContract, checksTyped } from './built-contract.ts'

/** What the panel's build makes of a file of the contract; `?form`: for modules that check what is typed. */
function built(
  id: 'names.ts' | 'names.ts?form' | 'item-metrics.ts' | 'item-metrics.ts?words',
  code: string = file,
): string {
  const { transform } = builtContract()
  if (typeof transform !== 'object') throw new Error('The plugin changed its shape')
  const handler = transform.handler as unknown as (
    this: { parse: typeof parseAst },
    code: string,
    id: string,
  ) => { readonly code: string }
  return handler.call({ parse: parseAst }, code, `/contract/${id}`).code
}

test('the panel keeps of a route how it is called, not what the server alone reads', () => {
  for (const code of [built('names.ts'), built('names.ts?form')]) {
    for (const kept of ["name: 'saveName'", "method: 'POST'", "path: '/name'", "access: { kind: 'user' }"])
      expect(code).toContain(kept)
    for (const cut of ['summary', 'reply', 'errors', 'Ana e João', 'query']) expect(code).not.toContain(cut)
    expect(() => parseAst(code)).not.toThrow()
  }
})

test('only a form gets the schema of what it sends; the others know that there is one', () => {
  expect(built('names.ts?form')).toContain('body: z.strictObject({ name })')
  expect(built('names.ts')).toContain('body: {}')
})

test('a form is who reads the body of a call, or brings a schema', () => {
  const imports = "import {\n  signIn,\n  type AccessEntry,\n} from '../../contract/identity/identity.ts'\n"
  expect(checksTyped(`${imports}useForm({ schema: signIn.body })`)).toBe(true)
  expect(checksTyped("import { int } from 'zod/mini'")).toBe(true)
  expect(checksTyped(`${imports}ask(signIn, { body: { email } }); document.body.focus()`)).toBe(false)
})

test('whatever a module of the contract makes may be dropped where nobody reads it', () => {
  const made = [...built('names.ts').matchAll(/const \w+ = (.*)/g)].map(([, text]) => text)
  expect(made).toHaveLength(5)
  expect(made.slice(0, 4).every((text) => text?.startsWith('/*@__PURE__*/ (() => ('))).toBe(true)
  expect(made[4]).toBe('(typed) => typed.trim()')
})

test('how a figure is reckoned comes with its definition, not with the figure', () => {
  const figures = built('item-metrics.ts', metrics)
  for (const kept of ["label: 'Receita'", "unit: 'cents'", "goodWhen: 'up'"]) expect(figures).toContain(kept)
  for (const cut of ['Preço vezes', 'source:']) expect(figures).not.toContain(cut)
  expect(() => parseAst(figures)).not.toThrow()
  const words = built('item-metrics.ts?words', metrics)
  for (const kept of ['Preço vezes quantidade.', 'source: fromItems']) expect(words).toContain(kept)
})

const metrics = `
const fromItems = 'Itens dos pedidos.'
export const itemMetrics = {
  itemRevenue: {
    label: 'Receita', unit: 'cents', definition: 'Preço vezes quantidade.', source: fromItems, goodWhen: 'up',
  },
}
`

const file = `
import * as z from 'zod/mini'
import { route } from './route.ts'
export const name = z.string('Diga o nome.').check(z.minLength(2), z.maxLength(80))
const parts = { ...others, name }
const answer = z.strictObject({ names: z.array(name), ...parts })
export const saveName = route({
  name: 'saveName', method: 'POST', path: '/name',
  summary: 'Ana e João, { entre chaves }',
  access: { kind: 'user' },
  query: z.strictObject({ page: z.optional(z.int()) }),
  body: z.strictObject({ name }),
  reply: answer,
  errors: ['validation/refused'],
})
export const trimmed = (typed) => typed.trim()
`
