import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { builtContract } from './built-contract.ts'

/** What the panel's build makes of a file of the contract. */
function built(code: string): string {
  const { transform } = builtContract()
  if (typeof transform !== 'object') throw new Error('The plugin changed its shape')
  const handler = transform.handler as unknown as (
    this: { parse: typeof parseAst },
    code: string,
  ) => { readonly code: string }
  return handler.call({ parse: parseAst }, code).code
}

test('the panel keeps of a route how it is called and what a form sends, not what the server alone reads', () => {
  const code = built(file)
  for (const kept of ["name: 'saveName'", "method: 'POST'", "path: '/name'", "access: { kind: 'user' }"])
    expect(code).toContain(kept)
  expect(code).toMatch(/body: .*strictObject/)
  for (const cut of ['summary', 'reply', 'errors', 'Ana e João', 'query']) expect(code).not.toContain(cut)
  expect(() => parseAst(code)).not.toThrow()
})

test('every schema is marked as what may be dropped where nobody reads it, those inside others as well', () => {
  const code = built(file)
  for (const { index } of code.matchAll(/\bz\.\w+\(/g))
    expect(code.slice(0, index)).toMatch(/\/\*@__PURE__\*\/ $/)
  expect(code).toContain('/*@__PURE__*/ route({')
})

const file = `
import * as z from 'zod/mini'
import { route } from './route.ts'
export const name = z.string('Diga o nome.').check(z.minLength(2), z.maxLength(80))
const answer = z.strictObject({ names: z.array(name) })
export const saveName = route({
  name: 'saveName', method: 'POST', path: '/name',
  summary: 'Ana e João, { entre chaves }',
  access: { kind: 'user' },
  query: z.strictObject({ page: z.optional(z.int()) }),
  body: z.strictObject({ name }),
  reply: answer,
  errors: ['validation/refused'],
})
`
