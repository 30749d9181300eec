import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** What only the server and the API's description read of a route. Forms check what they send by its `body`. */
const ofTheServer = ['summary', 'params', 'query', 'reply', 'errors', 'bodyLimit']
const ofForms = 'body'
/** What a figure's definition shows when it is opened; the module that does gets it (`?words`). */
const ofDefinitions = ['definition', 'source']
const wordsModule = /\/web\/reports\/frame\/definition-text\.tsx$/

/**
 * Leaves out of the panel's build what it never reads of the contract: it trusts its own server's answers,
 * which the server's tests hold to the contract, so that their schemas need not travel to a phone nor be
 * made there. What a form sends is checked by the schema of its call's body; the modules that do so get the
 * contract with its bodies (`?form`), all others without, so that zod comes with the first form and not with
 * the first page. Likewise the words of all figures' definitions come with the first that is opened (`?words`). What nobody reads may be dropped: the contract's modules do nothing but say what is.
 */
export const builtContract = (): Plugin => ({
  name: 'balcao:built-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\.ts$/ },
    async handler(source, importer, options) {
      const wanted = importer && wantedBy(importer)
      if (!wanted) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && isContract(found.id) ? { ...found, id: `${found.id}${wanted}` } : null
    },
  },
  transform: {
    order: 'post',
    filter: { id: { include: /\/contract\/[\w/-]+\.ts(\?\w+)?$/, exclude: /validation-messages/ } },
    handler(code, id) {
      const left = id.endsWith('?form') ? ofTheServer : [...ofTheServer, ofForms]
      let built = code
      const program = this.parse(code) as unknown as Syntax
      const changes = [
        ...changesOf(program, left),
        ...(areMetrics.test(id) && !id.endsWith('?words') ? definitionsOf(program) : []),
      ]
      for (const { at, until, text } of changes.toSorted((a, b) => b.at - a.at))
        built = built.slice(0, at) + text + built.slice(until)
      return { code: built, map: null }
    },
  },
})

const isContract = (id: string): boolean => /\/contract\/[\w/-]+\.ts$/.test(id)

const areMetrics = /\/(\w+-)?metrics\.ts(\?\w+)?$/

const wantedBy = (importer: string): '?form' | '?words' | null =>
  isForm(importer) ? '?form' : importer.endsWith('?words') || wordsModule.test(importer) ? '?words' : null

const isForm = (importer: string): boolean =>
  importer.endsWith('?form') ||
  (/\/web\/.*\.tsx?$/.test(importer) && checksTyped(readFileSync(importer, 'utf8')))

/** By the body of a call, read as `name.body` of what it imported by that name, or by a schema of its own. */
export function checksTyped(module: string): boolean {
  const imported = [...module.matchAll(/import \{([^}]*)\} from '[./]+\/contract\//g)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim()),
  )
  return (
    /check-typed|from 'zod\/mini'/.test(module) ||
    imported.some((name) => name !== '' && new RegExp(`\\b${name}\\.body\\b`).test(module))
  )
}

interface Change {
  readonly at: number
  readonly until: number
  readonly text: string
}

function changesOf(program: Syntax, left: readonly string[]): readonly Change[] {
  const made = (program.body ?? []).flatMap(({ declaration, ...statement }) =>
    ((declaration ?? statement).declarations ?? []).flatMap(({ init }) => init ?? []),
  )
  return [
    ...made.filter(isMade).flatMap(droppable),
    ...routeCalls(program).flatMap((call) => cutsOf(call, left)),
  ]
}

/** What is worked out when the module is loaded: by a call, or of other values. */
const isMade = (init: Syntax): boolean => init.type === 'CallExpression' || init.type === 'ObjectExpression'

/** A call without arguments that changes nothing: whatever stands in it goes where nobody reads what it makes. */
const droppable = ({ start, end }: Syntax): readonly Change[] => [
  { at: start, until: start, text: '/*@__PURE__*/ (() => (' },
  { at: end, until: end, text: '))()' },
]

/** `ask` asks whether a call has a body. */
const cutsOf = (call: Syntax, left: readonly string[]): readonly Change[] =>
  cutFrom(call.arguments?.[0], left)

/** Of every metric in every table of them. */
const definitionsOf = (program: Syntax): readonly Change[] =>
  (program.body ?? [])
    .flatMap(({ declaration, ...statement }) => (declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => init?.properties ?? [])
    .flatMap(({ value }) => cutFrom(value, ofDefinitions))

/** Something in the place of each, so that commas stay where they are. */
const cutFrom = (object: Syntax | null | undefined, left: readonly string[]): readonly Change[] =>
  (object?.properties ?? [])
    .filter(({ key }) => left.includes(key?.name ?? ''))
    .map(({ key, start, end }) => ({
      at: start,
      until: end,
      text: key?.name === ofForms ? 'body: {}' : '...{}',
    }))

function routeCalls(node: unknown): readonly Syntax[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee } = node as Partial<Syntax>
  if (type === 'CallExpression' && callee?.name === 'route') return [node as Syntax]
  return Object.values(node).flatMap(routeCalls)
}

/** The syntax tree (ESTree), as far as it is read here. */
interface Syntax {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly body?: readonly Syntax[]
  readonly declaration?: Syntax | null
  readonly declarations?: readonly Syntax[]
  readonly init?: Syntax | null
  readonly callee?: Syntax
  readonly arguments?: readonly Syntax[]
  readonly properties?: readonly Syntax[]
  readonly key?: Syntax
  readonly value?: Syntax
}
