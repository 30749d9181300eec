import { withChannel } from '../../contract/shared/channels.ts'
import type { ItemWishView } from '../../contract/menu/item-wishes.ts'
import type { MenuItem } from '../../contract/menu/menu.ts'
import { useAction } from '../api/use-action.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { money } from '../words/format.ts'
import styles from './channel-wishes.module.css'
import { resendItem } from './menu-actions.ts'

type Channel = MenuItem['channels'][number]

/**
 * What each marketplace shows of an item, in a sentence, and the way back from what somebody changed there. `whole`: what
 * is as it should be too; without it a list stays short.
 */
export function ChannelWishes({
  storeId,
  item,
  whole = false,
}: {
  readonly storeId: string
  readonly item: MenuItem
  readonly whole?: boolean
}) {
  const shown = item.channels.flatMap((channel) =>
    linesOf(channel)
      .filter(({ wish: { state } }) => whole || (state !== 'proved' && state !== 'trying'))
      .map((line) => ({ channel, ...line })),
  )
  // Four proofs say no more than one: their moments are behind it.
  const proved = whole ? shown.filter(({ wish: { state } }) => state === 'proved') : []
  const folded = proved.length > 1
  const pending = !whole && shown.length === 0 && item.channels.some((channel) => channel.pending)
  if (pending) return <Muted size={2}>Enviando aos canais…</Muted>
  if (shown.length === 0) return null
  const each = (lines: typeof shown) =>
    lines.map(({ channel, wish, about }) => (
      <WishLine
        key={`${channel.merchantId} ${wish.about}`}
        wish={wish}
        againText={againText(wish, item, channel)}
        onAgain={() => resendItem(storeId, item, about)}
      />
    ))
  return (
    <Stack gap={4} className={styles.wishes}>
      {each(folded ? shown.filter((line) => !proved.includes(line)) : shown)}
      {folded ? (
        <details>
          <summary className={styles.proved}>Conferido nos canais</summary>
          {each(proved)}
        </details>
      ) : null}
    </Stack>
  )
}

interface Line {
  readonly wish: ItemWishView
  /** Null: the same is true of its sale and of its price. */
  readonly about: ItemWishView['about'] | null
}

function linesOf({ wishes = [] }: Channel): readonly Line[] {
  const [first, ...rest] = wishes
  if (first && rest.length > 0 && rest.every(({ message }) => message === first.message))
    return [{ wish: first, about: null }]
  return wishes.map((wish) => ({ wish, about: wish.about }))
}

/** What one marketplace shows, and the button that has it follow the store again. */
export function WishLine({
  wish: { state, message, again },
  againText: text,
  onAgain,
}: {
  readonly wish: ItemWishView
  readonly againText: string
  readonly onAgain: () => Promise<void>
}) {
  const resend = useAction(async (_now: true) => onAgain())
  return (
    <Row wrap gap={8} className={styles.line ?? ''} data-outcome={state} role={again ? 'status' : undefined}>
      {state === 'proved' || state === 'trying' ? null : <Icon name="alert" size={16} />}
      <Muted as="span" size={2} className={styles.words}>
        {message}
      </Muted>
      {again ? (
        <Button busy={resend.isBusy(true)} onClick={() => resend.run(true)}>
          {text}
        </Button>
      ) : null}
    </Row>
  )
}

function againText(
  { about, state }: ItemWishView,
  item: MenuItem,
  { platform, priceCents }: Channel,
): string {
  if (state === 'refused') return 'Enviar de novo'
  const em = withChannel('em', platform)
  if (about === 'price') return `Voltar a ${money(priceCents)} ${em}`
  return item.pause ? `Pausar ${em} também` : `Vender de novo ${em}`
}
