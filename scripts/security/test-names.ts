import { parseSync } from '@swc/core'

/**
 * The tests of a file by their whole names: the titles of the `describe`s around a test and its own, joined by ` › `. A
 * title stays as it is written, with its `%s` or `${name}`. Tests that are skipped have no name here.
 */
export function testNamesIn(source: string, tsx = false): readonly string[] {
  const names: string[] = []
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'es2024' }), [], names)
  return names
}

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly arguments?: readonly { readonly expression: Node }[]
  readonly quasis?: readonly { readonly raw: string }[]
  readonly expressions?: readonly Node[]
}

function visit(node: unknown, around: readonly string[], names: string[]): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, around, names)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, callee, arguments: given } = node as Node
  const words = type === 'CallExpression' ? wordsOf(callee) : []
  if (words.includes('skip') || words.includes('todo')) return
  const title = titleOf(given?.[0]?.expression)
  const isTest = words[0] === 'test' || words[0] === 'it'
  if (title !== undefined && isTest) names.push([...around, title].join(' › '))
  const within = title !== undefined && words[0] === 'describe' ? [...around, title] : around
  for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child, within, names)
}

/** `test`, `each` of `test.each(…)(…)`. */
function wordsOf(node: Node | undefined): readonly string[] {
  if (node?.type === 'Identifier') return [String(node.value)]
  if (node?.type === 'MemberExpression') return [...wordsOf(node.object), ...wordsOf(node.property)]
  return node?.type === 'CallExpression' ? wordsOf(node.callee) : []
}

function titleOf(node: Node | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return String(node.value)
  if (node?.type !== 'TemplateLiteral') return undefined
  const values = node.expressions?.map((one) => `\${${wordsOf(one).join('.')}}`) ?? []
  return node.quasis?.map(({ raw }, index) => raw + (values[index] ?? '')).join('')
}
