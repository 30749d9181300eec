import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMyUser } from '../../contract/identity/identity.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { QueryWrapper } from '../testing/query-wrapper.tsx'
import { sampleUser, serveSession } from '../testing/sample-session.ts'
import { NoticeRegion } from '../ui/notices.tsx'
import { OwnData } from './own-data.tsx'
import { resume } from './session.ts'

let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  server = await startLocalServer()
  serveSession(server)
  await act(resume)
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

test('a phone number can be given right after the own name was saved, before the page has been read again', async () => {
  render(
    <QueryWrapper>
      <NoticeRegion />
      <OwnData />
    </QueryWrapper>,
  )
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Caio' } })
  const saved = { ...sampleUser, name: 'Caio', profileVersion: 2 }
  server.on('PATCH', '/api/user/mine', () => {
    let answered = false
    // The session is read; what the page asks for beside it has no answer yet.
    server.on('GET', '/api/user/mine', () => (answered ? new Promise(() => {}) : ((answered = true), saved)))
    return { name: 'Caio', phoneNumber: null, version: 2 }
  })
  fireEvent.click(screen.getByRole('button', { name: 'Salvar o nome' }))
  await screen.findByText('Nome salvo.')
  // The version that the next change must have seen.
  expect(queryClient.getQueryData(queryFor(readMyUser, {}).queryKey)).toMatchObject({ profileVersion: 2 })
})
