import { expect, test } from 'vitest'
import { stepKeys, stepTerms, type StepKey } from '../../contract/onboarding/steps.ts'
import type { UsageStep } from '../../contract/onboarding/usage.ts'
import {
  nextStep,
  openSteps,
  progressText,
  stepPlace,
  stepTitle,
  stepWords,
  testParts,
} from './step-words.rules.ts'

const steps = (done: readonly StepKey[], skipped: readonly StepKey[] = []): UsageStep[] =>
  stepKeys.map((key) => ({
    key,
    ...stepTerms[key],
    done: done.includes(key),
    skipped: skipped.includes(key) ? { at: '2026-11-20T22:00:00Z', by: 'Ana', note: 'Depois' } : null,
  }))

test('the progress says how many are done and how long the rest takes', () => {
  const left: readonly StepKey[] = ['printer', 'team']
  const done = stepKeys.filter((key) => !left.includes(key))
  expect(progressText({ steps: steps(done) })).toBe('10 de 12 passos feitos. Faltam 2, uns 7 minutos.')
  expect(progressText({ steps: steps(done, ['printer']) })).toBe(
    '10 de 12 passos feitos. Falta 1 passo, uns 2 minutos.',
  )
  expect(progressText({ steps: steps(done, left) })).toBe('10 de 12 passos feitos. Nada espera por você.')
})

test('the menu’s step says how many of its five dishes are there, until it is done', () => {
  const title = (done: readonly StepKey[], pricedItems: number, key: StepKey = 'menu') =>
    steps(done).flatMap((step) => (step.key === key ? [stepTitle(step, { pricedItems })] : []))
  expect(title([], 3)).toEqual(['Monte o cardápio (3 de 5 itens)'])
  expect(title([], 0)).toEqual(['Monte o cardápio'])
  expect(title(['menu'], 5)).toEqual(['Monte o cardápio'])
  expect(title([], 3, 'printer')).toEqual(['Ligue a impressora'])
})

test('a step that is done and was skipped before is done', () => {
  expect(openSteps({ steps: steps(stepKeys, ['team']) })).toEqual([])
})

test('a manager is not called to what only the owner can do', () => {
  const left: readonly StepKey[] = ['second-factor', 'first-order']
  const usage = { steps: steps(stepKeys.filter((key) => !left.includes(key))) }
  expect(nextStep(usage, 'owner')?.key).toBe('second-factor')
  expect(nextStep(usage, 'manager')?.key).toBe('first-order')
  expect(nextStep({ steps: steps(stepKeys.filter((key) => key !== 'second-factor')) }, 'manager')).toBe(
    undefined,
  )
})

test('every step says where it is done, in a sentence', () => {
  for (const key of stepKeys) {
    expect(stepPlace(key, 'x').to).toMatch(/^\//)
    expect(stepWords[key].help).toMatch(/^\p{Lu}.*\.$/u)
  }
})

test('a test order without a printer is not asked to be printed', () => {
  const order = { id: 'x', displayId: 'T1', status: 'preparing' }
  expect(testParts({ ...order, printed: null }).map(({ words, done }) => [words, done])).toEqual([
    ['Aceito', true],
    ['Concluído', false],
  ])
  expect(testParts({ ...order, printed: true })).toContainEqual({ words: 'Impresso', done: true })
})
