import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { agentHeartbeat } from '../contract/printing/print-agent.ts'
import type { Sent } from '../contract/shared/route.ts'
import { openJournal } from './journal.ts'
import { runStore } from './run-store.ts'
import type { CallServer } from './server-client.ts'

type Beat = Sent<typeof agentHeartbeat>['body']
const found = [{ address: '192.168.0.50', name: 'EPSON', answers: true }]

test('a search is done when the panel asks, and what it found is kept until the panel has it', async () => {
  const beats: Beat[] = []
  const stopping = new AbortController()
  const search = vi.fn(() => Promise.resolve(found))
  const call = ((route: { readonly name: string }, { body }: { readonly body: Beat }) => {
    if (route.name !== agentHeartbeat.name) return new Promise(() => {})
    beats.push(body)
    if (beats.length === 1) return Promise.resolve({ printers: [], search: true })
    // The network is gone when the result is sent for the first time.
    if (beats.length === 2) return Promise.reject(new Error('no network'))
    return Promise.resolve({ printers: [] })
  }) as unknown as CallServer
  const dir = mkdtempSync(join(tmpdir(), 'balcao-run-store-'))
  const journal = openJournal(join(dir, 'journal.jsonl'), Date.now())
  void runStore({
    storeName: 'Brasa',
    call,
    journal,
    drivers: {} as never,
    software: 'teste',
    computer: () => ({ system: 'windows', networks: ['192.168.0.0/24'] }),
    search,
    log: () => {},
    stopping: stopping.signal,
    updates: null,
    onHeard: () => {},
  })
  await vi.waitUntil(() => beats.length === 3, { timeout: 10_000 })
  stopping.abort()
  expect(search).toHaveBeenCalledTimes(1)
  expect(beats.map((beat) => beat.searched)).toEqual([undefined, { found }, { found }])
  expect(beats[0]?.computer).toEqual({ system: 'windows', networks: ['192.168.0.0/24'] })
  journal.close()
  rmSync(dir, { recursive: true })
})
