import { useState } from 'react'
import type { Menu } from '../../../contract/menu/menu.ts'
import { maxChannelItems, type ChannelItem } from '../../../contract/orders/channel-items.ts'
import { channelName } from '../../../contract/shared/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { tickNow } from '../../browser/ticks.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { count, money } from '../../words/format.ts'
import { matchItem, unmatchItem, useChannelItems } from './channel-items-data.ts'
import { useMenu } from '../menu-data.ts'
import { pastMoment } from '../tools/past-moment.ts'
import { choicesOf, type Choice } from './choices.rules.ts'
import { ChooseItem } from './choose-item.tsx'
import { suggestedItem } from './suggested-item.rules.ts'
import styles from './unmapped-part.module.css'

/** Items and options that came in orders and are not in the menu: each is matched once, by a person. */
export function UnmappedPart({ store }: { readonly store: Store }) {
  const query = useChannelItems(store.id)
  const menu = useMenu(store.id)
  const error = query.error ?? menu.error
  if (!query.data || !menu.data)
    return error ? (
      <ErrorState
        message={errorSentence(error)}
        requestId={requestIdOf(error)}
        onRetry={() => {
          void query.refetch()
          void menu.refetch()
        }}
      />
    ) : (
      <Skeleton height={320} />
    )
  const { items, waiting } = query.data
  if (items.length === 0)
    return (
      <EmptyState icon="check" title="Todo item dos pedidos está no cardápio">
        Quando um canal mandar um item com outro código ou outro nome, ele espera você aqui.
      </EmptyState>
    )
  const decided = items.filter(({ decision }) => decision !== null)
  return (
    <Stack gap={20} className={styles.page}>
      <p>
        Diga uma vez o que é cada item. Pausas, relatórios e impostos passam a contar com ele, nos pedidos
        abertos e nos próximos. Uma opção fica com o nome do cardápio ao lado. Os pedidos que já terminaram
        ficam como estão.
      </p>
      <section aria-labelledby="esperando">
        <h2 id="esperando">Esperando você</h2>
        {waiting === 0 ? <Muted size={3}>Nada espera.</Muted> : null}
        <ul aria-label="Itens fora do cardápio">
          {items
            .filter(({ decision }) => decision === null)
            .map((item) => (
              <Waiting key={keyOf(item)} store={store} item={item} menu={menu.data} />
            ))}
        </ul>
        {waiting > maxChannelItems ? (
          <Muted size={3}>A lista traz os {maxChannelItems} que mais venderam.</Muted>
        ) : null}
      </section>
      {decided.length > 0 ? (
        <section aria-labelledby="decididos">
          <h2 id="decididos">Já decididos</h2>
          <ul aria-label="Itens já decididos">
            {decided.map((item) => (
              <Decided key={keyOf(item)} store={store} item={item} />
            ))}
          </ul>
        </section>
      ) : null}
    </Stack>
  )
}

const keyOf = ({ platform, kind, sentKey }: ChannelItem): string => [platform, kind, sentKey].join(' ')

interface RowProps {
  readonly store: Store
  readonly item: ChannelItem
}

function Waiting({ store, item, menu }: RowProps & { readonly menu: Menu }) {
  const { busy, refusal, send } = useSending()
  const [choosing, setChoosing] = useState(false)
  const choices = choicesOf(menu, item.kind)
  const suggestion = suggestedItem(item.name, choices)
  const chooseWords = suggestion ? 'É outro' : item.kind === 'item' ? 'Escolher o item' : 'Escolher a opção'
  const decide = (chosen: Choice | null) =>
    send(async () => {
      await matchItem(store.id, item, chosen?.id ?? null)
      notify(chosen ? `${item.name} é ${chosen.name}.` : `${item.name} não é do cardápio.`, 'plain', {
        label: 'Desfazer',
        run: () => void undo(store, item),
      })
    })
  return (
    <Row as="li" gap={12} wrap justify="between" className={styles.item}>
      <Named item={item} timezone={store.address.timezone} />
      <Row gap={8} wrap className={styles.choices}>
        {suggestion ? (
          <Button variant="primary" busy={busy} onClick={() => void decide(suggestion)}>
            É {suggestion.name}
          </Button>
        ) : null}
        <Button busy={busy} aria-label={`${chooseWords}: ${item.name}`} onClick={() => setChoosing(true)}>
          {chooseWords}
        </Button>
        <Button
          variant="ghost"
          busy={busy}
          aria-label={`Não é do cardápio: ${item.name}`}
          onClick={() => void decide(null)}
        >
          Não é do cardápio
        </Button>
      </Row>
      <FormError>{refusal}</FormError>
      {choosing ? (
        <ChooseItem
          sentName={item.name}
          choices={choices}
          onChoose={(chosen) => {
            setChoosing(false)
            void decide(chosen)
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Row>
  )
}

async function undo(store: Store, item: ChannelItem): Promise<void> {
  try {
    await unmatchItem(store.id, item)
  } catch (error) {
    notify(errorSentence(error), 'bad')
  }
}

function Decided({ store, item }: RowProps) {
  const { busy, refusal, send } = useSending()
  const { decision } = item
  if (decision === null) return null
  const when = pastMoment(decision.at, tickNow(), store.address.timezone)
  return (
    <Row as="li" gap={12} wrap justify="between" className={styles.item}>
      <div className={styles.words}>
        <b>{item.name}</b>
        <span>{decision.itemName ? `é ${decision.itemName}` : 'não é do cardápio'}</span>
        <Muted size={3}>{[channelName(item.platform), decision.byName, when].join(' · ')}</Muted>
      </div>
      <Button
        variant="ghost"
        busy={busy}
        aria-label={`Desfazer ${item.name}`}
        onClick={() => void send(() => unmatchItem(store.id, item))}
      >
        Desfazer
      </Button>
      <FormError>{refusal}</FormError>
    </Row>
  )
}

function Named({ item, timezone }: { readonly item: ChannelItem; readonly timezone: string }) {
  const { name, platform, externalCode, groupName, sold, lastSentAt } = item
  return (
    <div className={styles.words}>
      <b>{name}</b>
      <span>
        {sold
          ? `${count(sold.quantity)} ${sold.quantity === 1 ? 'vendido' : 'vendidos'} em 30 dias, ${money(sold.cents)}`
          : ['opção de item', ...(groupName === null ? [] : [`“${groupName}”`])].join(', ')}
      </span>
      <Muted size={3}>
        {[
          channelName(platform),
          externalCode === null ? 'sem código' : `código ${externalCode}`,
          `último pedido ${pastMoment(lastSentAt, tickNow(), timezone)}`,
        ].join(' · ')}
      </Muted>
    </div>
  )
}
