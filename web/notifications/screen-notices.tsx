import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { useCallback } from 'react'
import { noticeEvents, noticeTerms, type NoticeEvent } from '../../contract/notifications/choices.ts'
import { noticeOfTopic } from '../../contract/notifications/notice-topic.ts'
import { readMyStores } from '../../contract/stores/stores.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { notify } from '../ui/notices.tsx'
import { noticeChoicesNow } from './choices-data.ts'
import { screenWords } from './notice-words.ts'

/** A rush of one store is one line on the screen. */
const onceInMs = 60_000
/** Where a notice about the store leads; one about an order leads to it. */
const places: Partial<Record<NoticeEvent, (store: string) => NavigateOptions>> = {
  'channel-closed': (store) => ({ to: '/settings', search: { tab: 'horarios', store } }),
  'break-ends': (store) => ({ to: '/settings', search: { tab: 'horarios', store } }),
  'printer-silent': (store) => ({ to: '/settings', search: { tab: 'printing', store } }),
  'unusual-shift': () => ({ to: '/menu' }),
}
const toldAt = new Map<string, number>()

/** In every screen: what the person wants to be notified on the screen. The orders screen shows its orders itself. */
export function ScreenNotices() {
  const navigate = useNavigate()
  useLive(
    useCallback(
      (live: LiveEvent) => {
        const found = live.kind === 'store' ? noticeOfTopic(live.topic) : null
        if (live.kind !== 'store' || !found) return
        const event = noticeEvents.find((one) => one === found.event)
        const words = lookup(screenWords, found.event)
        if (!event || !words) return
        const place = places[event]
        if (!place && window.location.pathname === '/menu/orders') return
        const key = `${event} ${live.storeId}`
        if (Date.now() - (toldAt.get(key) ?? 0) < onceInMs) return
        toldAt.set(key, Date.now())
        void (async () => {
          const { choices } = await noticeChoicesNow()
          if (!choices[event].includes('screen')) return
          const { stores } = await queryClient.fetchQuery({
            ...queryFor(readMyStores, {}),
            staleTime: 60_000,
          })
          const store = stores.find(({ id }) => id === live.storeId)
          if (!store || !roleMeets(store.role, noticeTerms[event].role)) return
          notify(words(store.name), 'plain', {
            label: 'Ver',
            run: () =>
              void (place
                ? navigate(place(store.id))
                : navigate({ to: '/menu/orders', search: { pedido: found.id, loja: store.id } })),
          })
        })().catch(() => {
          // Offline: the next notice tries again.
        })
      },
      [navigate],
    ),
  )
  return null
}
