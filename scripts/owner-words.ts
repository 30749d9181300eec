import { parseSync } from '@swc/core'

export interface WordProblem {
  readonly text: string
  readonly rule: string
}

const space = '[ ]'
/** What a program can see of the words (docs/design.md, "Words"). `${}` stands for a value. */
const rules: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(\d|\})${space}?%(?=[\s.,;:)!?]|$)`), 'a no-break space before %'],
  [
    new RegExp(String.raw`(\d|\})${space}(min|km|kg|MB)(?![\p{L}\d])`, 'u'),
    'a no-break space before the unit',
  ],
  [new RegExp(String.raw`(\d|\})${space}(h|s)(?=[\s.,;:)!?]|$)`), 'a no-break space before the unit'],
  [new RegExp(String.raw`R\$${space}`), 'a no-break space after R$'],
  [/\p{L}\.\.\./u, 'one sign … instead of three dots'],
  [/Configurações|Safra|Variação|[Dd]eletar/u, 'the owner’s word: Ajustes, mês de chegada, mudança, apagar'],
  [
    /[Mm]odificador|[Ss]incroniz|[Rr]evogad|Integrações/u,
    'the owner’s word: mudança, igualar, retirado, Canais',
  ],
  [/clique aqui/i, 'the verb of what happens'],
]

/** Sentences for people that break a rule; what only a program reads (classes, SQL, addresses) is left out. */
export function wordProblems(source: string, tsx = true): readonly WordProblem[] {
  return textsOf(source, tsx)
    .filter(isForPeople)
    .flatMap((text) => rules.filter(([pattern]) => pattern.test(text)).map(([, rule]) => ({ text, rule })))
}

/** Neither CSS nor SQL; a share alone (`${}%`) is a length, and `R$ ` alone is looked for in a text. */
const isForPeople = (text: string): boolean =>
  !/^(\$\{\}|\d+)%$|^R\$ $/.test(text) &&
  !/calc\(|100% - |color-mix|[;{]\s*$|--\w|^\s*(select|insert|update|delete|with|create)\b|<\w+ |\bvar\(|translate|repeat\(/i.test(
    text,
  )

function textsOf(source: string, tsx: boolean): readonly string[] {
  const found: string[] = []
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'es2024' }), found)
  return found
}

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly cooked?: string }[]
  readonly children?: readonly Node[]
}

function visit(node: unknown, found: string[]): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, found)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, value, quasis, children } = node as Node
  // SQL and the like.
  if (type === 'TaggedTemplateExpression') return
  if ((type === 'StringLiteral' || type === 'JSXText') && typeof value === 'string') found.push(value)
  if (type === 'TemplateLiteral' && quasis) found.push(quasis.map((one) => one.cooked ?? '').join('${}'))
  // `{minutes} min` is one sentence, though its parts are several nodes.
  if (children) found.push(children.map(textOfChild).join(''))
  for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child, found)
}

function textOfChild({ type, value }: Node): string {
  if (type === 'JSXText' && typeof value === 'string') return value.replaceAll(/\s*\n\s*/g, '\n')
  return type === 'JSXExpressionContainer' ? '${}' : '\n'
}
