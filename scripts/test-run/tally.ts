import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './steps.ts'

/** What vitest reported of one step. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
  readonly skipped: readonly string[]
}

/** A step that left no report has failed, whatever its tests would have said. */
export function tallyOf(file: string): Tally {
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1, failures: [], skipped: [] }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(failuresOf),
    skipped: report.testResults.flatMap(skippedOf),
  }
}

/** The part of vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly FileReport[]
}

export interface FileReport {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[]
    readonly meta?: { readonly skipped?: string }
  }[]
}

/** Null: there is none, or it is not whole. */
export function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}

function skippedOf({ name, status: ofFile, assertionResults }: FileReport): string[] {
  return assertionResults
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(
      ({ fullName, meta }) =>
        `SKIPPED ${relative(root, name)} › ${fullName}\n     ${meta?.skipped ?? (ofFile === 'failed' ? 'o arquivo falhou antes dele' : 'não é para este sistema')}`,
    )
}

function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map(
      (test) =>
        `FAIL ${relative(root, name)} › ${test.fullName}\n${shortened(test.failureMessages.join('\n'))}`,
    )
  if (failed.length > 0 || status !== 'failed') return failed
  return [`FAIL ${relative(root, name)}\n${shortened(message)}`]
}

/** An error of a browser test names what its pages waited for. */
const maxLines = 24

function shortened(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
  return lines
    .slice(0, maxLines)
    .map((line) => `     ${line.slice(0, 200)}`)
    .join('\n')
}
