import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { setSpeaker } from '../../api/ask.ts'
import { refuse, startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleSpeaker } from '../../testing/sample-session.ts'
import { OpenLine } from './open-line.tsx'

const id = '11111111-1111-4111-8111-111111111111'
const store = { id, address: { timezone: 'America/Sao_Paulo' } } as Parameters<typeof OpenLine>[0]['store']
const path = `/api/stores/storeId/${id}/open-status`
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  setSpeaker(sampleSpeaker)
  server = await startLocalServer()
})
afterEach(() => {
  queryClient.clear()
  return server.stop()
})

const reason = (code: string, message: string) => ({
  code,
  message,
  since: null,
  until: null,
  channel: null,
  fix: null,
})

async function lineOf(open: boolean, reasons: readonly object[]) {
  server.on('GET', path, () => ({ open, reasons, nextChange: null }))
  render(<OpenLine store={store} />, { wrapper: QueryWrapper })
  return (await screen.findByRole('status')).textContent
}

// docs/product/stores.md:16 “A screen that says open or closed”
test('the hours of a store ask its open status, and say that it is closed without anything to sell', async () => {
  const nothing = reason('nothing-to-sell', 'o cardápio não tem nenhum item à venda.')
  expect(await lineOf(false, [nothing])).toBe('Fechada agora: o cardápio não tem nenhum item à venda.')
  expect(server.callsOf(path)).toHaveLength(1)
})

test('an open store names the service that is switched off', async () => {
  const off = reason('service-off', 'a retirada está desligada.')
  expect(await lineOf(true, [off])).toBe('Aberta agora, sem hora para fechar; a retirada está desligada.')
})

test('what cannot be read is neither open nor closed', async () => {
  server.on('GET', path, (_call, response) => refuse(response, 404, 'store/not-found'))
  render(<OpenLine store={store} />, { wrapper: QueryWrapper })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.queryByRole('status')).toBeNull()
})
