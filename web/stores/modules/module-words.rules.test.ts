import { expect, test } from 'vitest'
import { moduleKeys, type ModuleKey } from '../../../contract/stores/module-keys.ts'
import type { StoreModule } from '../../../contract/stores/modules.ts'
import { effectOf, heldBy, lacks, moduleWords } from './module-words.rules.ts'

const modules = (on: readonly ModuleKey[]): StoreModule[] =>
  moduleKeys.map((key) => ({
    key,
    on: on.includes(key),
    running: 0,
  }))
const one = (all: readonly StoreModule[], key: ModuleKey) =>
  all.find((module) => module.key === key) as StoreModule

test('what is under way is said with the effect', () => {
  const delivery = { ...one(modules(['delivery']), 'delivery'), running: 3 }
  expect(effectOf(delivery)).toMatch(/3 pedidos em aberto seguem até o fim\.$/)
  expect(effectOf({ ...delivery, key: 'printing', running: 1 })).toMatch(/1 via na fila sai até o fim\.$/)
})

test('the last service holds what depends on it', () => {
  const both = modules(['delivery', 'takeout', 'scheduling'])
  expect(heldBy(one(both, 'delivery'), both)).toEqual([])
  const last = modules(['takeout', 'scheduling', 'autoAccept'])
  expect(heldBy(one(last, 'takeout'), last)).toEqual(['scheduling', 'autoAccept'])
})

test('a module says what it lacks before it can be switched on', () => {
  const none = modules([])
  expect(lacks(one(none, 'scheduling'), none)).toEqual(['delivery', 'takeout'])
  const some = modules(['takeout'])
  expect(lacks(one(some, 'scheduling'), some)).toEqual([])
})

test('every module that can be switched says what happens before it does', () => {
  for (const key of moduleKeys) {
    expect(moduleWords[key].off, key).not.toBe('')
    expect(moduleWords[key].on, key).not.toBe('')
  }
})
