import { act, render, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { expect, test } from 'vitest'
import { extraPart, lazyFramed, lazyPart } from './stale-chunk.ts'

const Words = () => <p>da parte</p>

/** A part whose file arrives when the test says so, on a page with other words. */
function renderPage(make: (load: () => Promise<{ Words: typeof Words }>, name: 'Words') => ComponentType) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const Part = make(async () => {
    await arrived
    return { Words }
  }, 'Words')
  render(
    <Suspense fallback="a página sumiu">
      <p>da página</p>
      <Part />
    </Suspense>,
  )
  return () => act(arrive)
}

test.for([lazyPart, extraPart])('the page stays while a part of it is loaded', async (make) => {
  const arrive = renderPage(make)
  screen.getByText('da página')
  expect(screen.queryByText('a página sumiu')).toBeNull()
  arrive()
  await screen.findByText('da parte')
})

test('a framed part leaves its place to the frame', async () => {
  const arrive = renderPage(lazyFramed)
  screen.getByText('a página sumiu')
  arrive()
  await screen.findByText('da parte')
})
