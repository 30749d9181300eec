import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { setSpeaker } from '../../api/ask.ts'
import { refuse, startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleSpeaker } from '../../testing/sample-session.ts'
import { useSlugCheck } from './use-slug-check.ts'

const own = { id: '11111111-1111-4111-8111-111111111111', slug: 'nosso' }
const theirs = '22222222-2222-4222-8222-222222222222'
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  setSpeaker(sampleSpeaker)
  server = await startLocalServer()
})
afterEach(() => {
  queryClient.clear()
  return server.stop()
})

const answers = (slug: string, data: string | null, unavailable: string | null = null) =>
  server.on('POST', `/api/groups/slug/${slug}`, (_call, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, unavailable }))
  })

async function checkOf(slug: string, group: typeof own | null = null) {
  const { result } = renderHook(() => useSlugCheck(slug, group), { wrapper: QueryWrapper })
  await waitFor(() => expect(result.current.state).not.toBe('checking'))
  return result.current
}

// docs/product/groups.md:9 “The check of a slug”
test('a free address is free, and that of a group out of sight is taken without a name', async () => {
  answers('livre', null)
  expect(await checkOf('livre')).toEqual({ state: 'free' })
  answers('alheio', theirs)
  answers('alheio-2', null)
  server.on('GET', '/api/groups/slug/alheio', (_call, response) => refuse(response, 404, 'group/not-found'))
  expect(await checkOf('alheio')).toEqual({ state: 'taken', other: 'alheio-2', holder: null })
})

test('an address that somebody left a short while ago rests; one that the group left itself is free for it', async () => {
  answers('deixado', null, 'resting')
  answers('deixado-2', null)
  server.on('GET', '/api/groups/slug/deixado', (_call, response) => refuse(response, 404, 'group/not-found'))
  expect(await checkOf('deixado')).toEqual({ state: 'resting', other: 'deixado-2' })
  queryClient.clear()
  server.on('GET', '/api/groups/slug/deixado', () => ({ ...own, name: 'Nosso' }))
  expect(await checkOf('deixado', own)).toEqual({ state: 'free' })
})
