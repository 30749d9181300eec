import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blocksOf, withBlock, type Block } from './how-to-blocks.ts'
import { root } from './generated-part.ts'

const copy = join(root, '.cache/how-to')

/**
 * Follows the blocks of docs/how-to on a copy of the sources, in their order, and compiles what they touch. A sentence for
 * each block without a place, and for each error of the compiler.
 */
export function howToProblems(): readonly string[] {
  const pages = globSync('docs/how-to/*.md', { cwd: root }).map((page) =>
    blocksOf(page, readFileSync(join(root, page), 'utf8')),
  )
  const problems = pages.flatMap((page) => page.problems)
  if (problems.length > 0) return problems
  const blocks = pages.flatMap((page) => page.blocks)
  copySources()
  try {
    for (const block of blocks) follow(block)
  } catch (error) {
    return [String(error)]
  }
  return compilerErrors([...new Set(blocks.map(({ path }) => path))])
}

function copySources(): void {
  rmSync(copy, { recursive: true, force: true })
  for (const file of globSync('{contract,server,web,simulator}/**/*.{ts,tsx,json}', { cwd: root }))
    write(file, readFileSync(join(root, file), 'utf8'))
}

function follow(block: Block): void {
  const path = join(copy, block.path)
  write(block.path, withBlock(existsSync(path) ? readFileSync(path, 'utf8') : '', block))
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

function compilerErrors(files: readonly string[]): readonly string[] {
  const compilerOptions = { tsBuildInfoFile: '../how-to.tsbuildinfo' }
  const options = {
    extends: '../../tsconfig.json',
    compilerOptions,
    include: [],
    files: [...files, 'web/css.d.ts'],
  }
  write('tsconfig.json', JSON.stringify(options))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, '-p', copy, '--noEmit', '--checkers', '1', '--pretty', 'false'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status === 0) return []
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `docs/how-to, followed: ${line.replace('.cache/how-to/', '')}`)
}
