import { API, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  type Expression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'

/** An object that is asked for a word, and the word. */
interface LookUp {
  readonly node: Node
  readonly table: Expression
  readonly word: Expression
}

/**
 * Where an object is asked for a word that may be any text, as `file:line code`: `table[word]` and `word in table` find
 * what every object has (`constructor`, `toString`, `__proto__`), too. `lookup` (contract/shared/lookup.ts), a `Map` or
 * `Object.hasOwn` do not. The compiler's types decide, so keys that are a union of literals pass.
 */
export function outsideWords(configFile: string, isWanted: (file: string) => boolean): readonly string[] {
  const api = new API()
  try {
    const snapshot = api.updateSnapshot({ openProjects: [configFile] })
    const project = snapshot.getProject(configFile)
    if (!project) throw new Error(`${configFile} is no project`)
    const files = project.program.getSourceFileNames().filter(isWanted)
    return files.flatMap((name) => {
      const file = project.program.getSourceFile(name)
      return file ? foundIn(file, project.checker) : []
    })
  } finally {
    api.close()
  }
}

function foundIn(file: SourceFile, checker: Checker): readonly string[] {
  const lookUps = lookUpsOf(file)
  if (lookUps.length === 0) return []
  const tables = checker.getTypeAtLocation(lookUps.map(({ table }) => table))
  const words = checker.getTypeAtLocation(lookUps.map(({ word }) => word))
  return lookUps.flatMap(({ node }, index) => {
    const [table, word] = [tables[index], words[index]]
    if (!table || !word || !isAnyText(word) || isList(checker, table)) return []
    const line = file.text.slice(0, node.getStart(file)).split('\n').length
    return [`${file.fileName}:${line} ${node.getText(file).replaceAll(/\s+/g, ' ')}`]
  })
}

const isAnyText = (word: Type): boolean => (word.flags & (TypeFlags.String | TypeFlags.Any)) !== 0
const isList = (checker: Checker, table: Type): boolean =>
  checker.isArrayLikeType(checker.getNonNullableType(table) ?? table)

function lookUpsOf(file: SourceFile): readonly LookUp[] {
  const found: LookUp[] = []
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node)) {
      found.push({ node, table: node.expression, word: uncast(node.argumentExpression) })
    } else if (isBinaryExpression(node) && node.operatorToken.getText(file) === 'in') {
      found.push({ node, table: node.right, word: uncast(node.left) })
    }
    node.forEachChild(visit)
  }
  file.forEachChild(visit)
  return found
}

/** `word as keyof typeof table` is still any word. */
const uncast = (word: Expression): Expression => (isAsExpression(word) ? uncast(word.expression) : word)
