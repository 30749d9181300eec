import type { MenuGroup, PastBooks, SimulatedOrder } from './ifood/records.ts'

/** Typed client of the simulator's control API, for tests and the demo. */
export function simulatorControl(url: string) {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`simulator ${method} ${path}: ${reply.status}`)
    return (await reply.json()) as T
  }
  return {
    setMerchants: (
      merchants: readonly {
        merchantId: string
        name: string
        timezone?: string
        /** Nobody approved anything yet; its owner does it at the portal. */
        free?: boolean
        /** More categories, as the catalogue answers them. */
        categories?: readonly unknown[]
        /** Of its catalog. */
        contexts?: readonly string[]
        menu: readonly {
          code: string
          name: string
          cents: number
          itemId?: string
          category?: string
          image?: string
          status?: 'AVAILABLE' | 'UNAVAILABLE'
          groups?: readonly MenuGroup[]
        }[]
      }[],
    ) => send('PUT', '/merchants', merchants),
    placeOrder: (order: {
      merchantId: string
      type?: 'DELIVERY' | 'TAKEOUT'
      deliveredBy?: 'MERCHANT' | 'IFOOD'
      scheduledInMinutes?: number
      method?: string
      isTest?: boolean
      /** It has been delivered since. */
      placedMinutesAgo?: number
      /** Takes the place of those of the generated document before anybody reads it. */
      fields?: Readonly<Record<string, unknown>>
    }) => send<{ orderId: string }>('POST', '/orders', order),
    cancelByCustomer: (orderId: string) => send('POST', `/orders/${orderId}/cancel-by-customer`, {}),
    cancelByIfood: (orderId: string) => send('POST', `/orders/${orderId}/cancel-by-ifood`, {}),
    conclude: (orderId: string) => send('POST', `/orders/${orderId}/conclude`, {}),
    /** Why no courier on demand comes: a code of iFood's; null: one does. */
    refuseCouriers: (refusal: string | null) => send('PUT', '/couriers', { refusal }),
    /** A courier accepts the request. */
    assignCourier: (orderId: string) =>
      send<{ assigned: boolean }>('POST', `/orders/${orderId}/assign-courier`, {}),
    /** Of an order of another channel: its customer asks for this address. */
    askForAddress: (orderId: string, address: Readonly<Record<string, unknown>>) =>
      send('POST', `/orders/${orderId}/ask-for-address`, address),
    /** The courier of such an order leaves with it. */
    leave: (orderId: string) => send('POST', `/orders/${orderId}/leave`, {}),
    /** Orders of other channels that were registered. */
    readCarried: () => send<{ orders: readonly SimulatedOrder[] }>('GET', '/carried'),
    review: (
      orderId: string,
      review: { score: number; comment?: string; visibility?: 'PUBLIC' | 'PRIVATE'; tags?: string[] },
    ) => send<{ reviewId: string }>('POST', `/orders/${orderId}/review`, review),
    dispute: (
      orderId: string,
      dispute: {
        action?: 'CANCELLATION' | 'PARTIAL_CANCELLATION' | 'PROPOSED_AMOUNT_REFUND'
        amount?: number
        message?: string
        expiresInMinutes?: number
        timeoutAction?: 'ACCEPT_CANCELLATION' | 'REJECT_CANCELLATION' | 'VOID'
        photos?: readonly string[]
      } = {},
    ) => send<{ disputeId: string }>('POST', `/orders/${orderId}/dispute`, dispute),
    setBooks: (books: {
      differences?: 'none' | 'some'
      quirks?: { orderId: string; quirk: 'commission' | 'missing' | 'late-adjustment' | 'sale' }[]
      strays?: { merchantId: string; orderId: string | null; name: string; amount: number; date: string }[]
      anticipations?: { merchantId: string; feePercentage: number }[]
      sales?: Readonly<Record<string, object>>
      unstated?: string[]
    }) => send('PUT', '/books', books),
    /** What a merchant sold and was billed for before the simulator started. */
    setPast: (merchantId: string, past: PastBooks) =>
      send<{ sales: number; lines: number }>('PUT', `/past/${merchantId}`, past),
    setReviews: (
      reviews: readonly {
        id: string
        merchantId: string
        orderId: string
        orderCreatedAt: string
        shortId: string
        score: number
        comment: string | null
        createdAt: number
        tags: readonly string[]
      }[],
    ) => send('PUT', '/reviews', reviews),
    /** The owner approves the centralised application. */
    approve: (merchantId: string) => send('POST', `/merchants/${merchantId}/approve`, {}),
    /** The owner ends every access to the merchant. */
    revoke: (merchantId: string) => send('POST', `/merchants/${merchantId}/revoke`, {}),
    /** The owner types the code at the portal; null: it is wrong or too old. */
    authorise: (userCode: string, merchantIds: readonly string[]) =>
      send<{ authorizationCode: string | null }>('POST', '/authorise', { userCode, merchantIds }),
    endTokens: () => send('DELETE', '/tokens'),
    setLively: (lively: boolean) => send('PUT', '/lively', { lively }),
    emit: (orderId: string, fullCode: string, metadata?: Record<string, unknown>) =>
      send<{ eventId: string }>('POST', `/orders/${orderId}/emit`, { fullCode, metadata }),
    /** iFood changes fields of the order's document and says so. */
    changeOrder: (orderId: string, fields: Readonly<Record<string, unknown>>) =>
      send<{ eventId: string }>('POST', `/orders/${orderId}/change`, fields),
    readOrder: (orderId: string) => send<SimulatedOrder>('GET', `/orders/${orderId}`),
    setDeliveries: (deliveries: {
      duplicates?: number
      shuffle?: boolean
      webhook?: boolean
      orderNotFoundForMs?: number
    }) => send('PUT', '/deliveries', deliveries),
    fail: (status: number, forMs: number, pathPrefix?: string) =>
      send('PUT', '/faults', { status, forMs, pathPrefix }),
    /** That number of calls below this path are carried out, and their answers are lost. */
    loseAnswers: (pathPrefix: string, left: number) => send('PUT', '/lost-answers', { pathPrefix, left }),
    /** Every call about one merchant and its orders fails, after `hangMs`. */
    failMerchant: (merchantId: string, fault: { status: number; forMs: number; hangMs?: number }) =>
      send('PUT', '/faults', { ...fault, merchantId }),
    advanceClock: (advanceMs: number) => send('PUT', '/clock', { advanceMs }),
    readLog: () =>
      send<{
        acknowledged: string[]
        unacknowledged: string[]
        actions: { orderId: string; action: string; at: string }[]
        webhookRefusals: number[]
        limited: { limit: string; path: string }[]
        orders: { id: string; status: string }[]
      }>('GET', '/log'),
    readInterruptions: (merchantId: string) =>
      send<{ id: string; description: string; start: string; end: string }[]>(
        'GET',
        `/interruptions/${merchantId}`,
      ),
    /** A person pauses the store in iFood's own app; local times without an offset. */
    addInterruption: (
      merchantId: string,
      pause: { id: string; description: string; start: string; end: string },
    ) => send('PUT', `/interruptions/${merchantId}`, pause),
    readOpeningHours: (merchantId: string) =>
      send<{
        shifts: { dayOfWeek: string; start: string; duration: number }[] | null
        written: number
      }>('GET', `/opening-hours/${merchantId}`),
    /** A person changes the hours in iFood's own app. */
    setOpeningHours: (
      merchantId: string,
      shifts: readonly { dayOfWeek: string; start: string; duration: number }[],
    ) => send('PUT', `/opening-hours/${merchantId}`, shifts),
    setMood: (
      merchantId: string,
      mood: { problem?: string; reopenable?: boolean; sellsAnyway?: boolean; dropsHours?: boolean },
    ) => send('PUT', `/mood/${merchantId}`, mood),
    readPresence: (merchantId: string) =>
      send<{ lastShownAt: number | null }>('GET', `/presence/${merchantId}`),
    /** iFood asks by its webhook who is there, as it does every 30 s. Returns whom it shows as online by that. */
    askPresence: (byMerchant: boolean) =>
      send<{ statuses: number[]; shown: string[] }>('POST', '/keep-alive', { byMerchant }),
    /** A person opens the store in iFood's own app. */
    removeInterruptions: (merchantId: string) => send('DELETE', `/interruptions/${merchantId}`),
    readCatalog: (merchantId: string) =>
      send<{
        items: {
          itemId: string
          code: string
          name: string
          cents: number
          status: string
          groups?: readonly MenuGroup[]
        }[]
        calls: { itemId: string; change: string }[]
      }>('GET', `/catalog/${merchantId}`),
    /** A person changes an item or an option, or pauses categories, in iFood's own app. */
    changeCatalog: (
      merchantId: string,
      change:
        | { itemId: string; status?: 'AVAILABLE' | 'UNAVAILABLE'; cents?: number }
        | { optionId: string; status?: 'AVAILABLE' | 'UNAVAILABLE'; cents?: number }
        | { pausedCategories: readonly string[] },
    ) => send('PUT', `/catalog/${merchantId}`, change),
    /** Events that the ad network received; `failAds` makes it answer with this status for a while. */
    readAds: () =>
      send<{
        taken: {
          datasetId: string
          testEventCode: string | null
          repeated: boolean
          event: {
            event_id: string
            action_source: string
            user_data: Record<string, unknown>
            custom_data: { currency: string; value: string }
          }
        }[]
      }>('GET', '/ads'),
    failAds: (status: number, forMs: number) => send('PUT', '/ads/fault', { status, forMs }),
    resetAds: () => send('DELETE', '/ads'),
    reset: () => send('DELETE', ''),
  }
}
