import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import {
  maxPricesListed,
  readPriceParity,
  type WrongPrice,
} from '../../contract/integrations/price-parity.ts'
import { updateMenuItem } from '../../contract/menu/edit-item.ts'
import { readMyMenu, resendMenuItem } from '../../contract/menu/menu.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { choose } from '../stores/selection.ts'
import { useStore } from '../stores/further/use-stores.ts'
import { allGroups } from '../browser/storage.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { money } from '../words/format.ts'
import { priceText, pricesText } from './fee-words.rules.ts'
import styles from './integrations-tab.module.css'

/** Prices of one store that are out of line at a marketplace: each takes the one that it is held against. */
export function PricesDialog({
  storeId,
  platform,
  onClose,
}: {
  readonly storeId: string
  readonly platform: string
  readonly onClose: () => void
}) {
  const name = useStore(storeId)?.name ?? ''
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const read = useQuery({
    ...queryFor(readPriceParity, {}, { storeId }),
    // What was sent is looked at until the marketplace shows it.
    refetchInterval: sent.size > 0 ? 5_000 : false,
  })
  const prices = read.data?.prices.filter((price) => price.platform === platform)
  const take = useAction(async (price: WrongPrice) => {
    await takePrice(storeId, price)
    setSent((before) => new Set([...before, price.itemId]))
    await Promise.all([refresh(readPriceParity), refresh(readGroupNow), refresh(readMyMenu)])
    notify(`${price.name} passa a ${money(price.otherCents)} ${withChannel('em', platform)}.`)
  })
  return (
    <Dialog title={`Preços ${withChannel('em', platform)}, ${name}`} roomy onClose={onClose}>
      {prices ? (
        <Stack gap={12}>
          <p role="status">{pricesText(prices, platform) ?? 'Todos os preços estão no lugar.'}</p>
          <ul className={styles.takes}>
            {prices.map((price) => (
              <Row as="li" key={price.itemId} gap={12} justify="between">
                <span>{priceText(price)}</span>
                {/* It stays in the list until the marketplace shows the new price. */}
                {sent.has(price.itemId) ? (
                  <Muted size={2}>Enviado, falta {withChannel('o', platform)} mostrar</Muted>
                ) : (
                  <Button
                    variant="soft"
                    busy={take.isBusy(price)}
                    aria-label={`Cobrar ${money(price.otherCents)} de ${price.name} ${withChannel('em', platform)}`}
                    onClick={() => take.run(price)}
                  >
                    Cobrar {money(price.otherCents)}
                  </Button>
                )}
              </Row>
            ))}
          </ul>
          {(read.data?.count ?? 0) > maxPricesListed ? (
            <Muted size={2}>A lista traz os {maxPricesListed} mais distantes.</Muted>
          ) : null}
          <p>
            <Link
              to="/cardapio"
              className={styles.go ?? ''}
              onClick={() => choose({ groupId: allGroups, storeId })}
            >
              Ajustar no cardápio
            </Link>
          </p>
        </Stack>
      ) : read.error ? (
        <ErrorState
          message={errorSentence(read.error)}
          requestId={requestIdOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton height={200} />
      )}
    </Dialog>
  )
}

/** Where we wish that price already, somebody changed it there: it is sent again. Throws ApiError. */
async function takePrice(
  storeId: string,
  { itemId, platform, otherCents: priceCents }: WrongPrice,
): Promise<void> {
  const { items } = await ask(readMyMenu, {}, { storeId })
  const item = items.find(({ id }) => id === itemId)
  const there = item?.channels.filter((one) => one.platform === platform) ?? []
  const changed = there.filter((one) => one.priceCents !== priceCents)
  if (item && changed.length > 0)
    await ask(
      updateMenuItem,
      {
        params: { itemId },
        body: {
          channelPrices: changed.map(({ merchantId }) => ({ merchantId, priceCents })),
          version: item.version,
        },
      },
      { storeId },
    )
  else await ask(resendMenuItem, { params: { itemId }, body: { about: 'price' } }, { storeId })
}
