import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  enableReferralProgram,
  getMyReferrals,
  voidReferral,
  type MyReferrals,
  type Referral,
} from '../../contract/referral/referral.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryClient, queryFor, refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useForm } from '../forms/use-form.ts'
import { useNow } from '../browser/clock.ts'
import { useSignedIn } from '../identity/session.ts'
import { Box } from '../kit/box.tsx'
import { ModuleOff } from '../settings/settings.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { money } from '../words/format.ts'
import { nearDay } from '../words/near-day.ts'
import { LinkPart } from './link-part.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './referral-tab.module.css'
import { standing, terms } from './referral-words.rules.ts'

const keep = (storeId: string, saved: MyReferrals) =>
  queryClient.setQueryData(queryFor(getMyReferrals, {}, { storeId }).queryKey, saved)

/** The store's referral link, who came by it, and what it earned. */
export function ReferralTab({ store }: StoreSectionProps) {
  const query = useQuery(queryFor(getMyReferrals, {}, { storeId: store.id }))
  if (query.data)
    return query.data.program.enabled ? (
      <Running store={store} mine={query.data} />
    ) : (
      <Off store={store} mine={query.data} />
    )
  if (!query.error) return <Skeleton height={420} />
  if (query.error instanceof ApiError && query.error.code === 'module/off')
    return <ModuleOff module="referral" />
  return (
    <ErrorState
      message={errorSentence(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}

interface Props {
  readonly store: Store
  readonly mine: MyReferrals
}

function useSwitch({ store, mine }: Props) {
  return useAction(async (enabled: boolean) => {
    const { termsVersion, version } = mine.program
    try {
      const saved = await ask(
        enableReferralProgram,
        { body: { enabled, version, ...(enabled ? { acceptedTerms: termsVersion } : {}) } },
        { storeId: store.id },
      )
      keep(store.id, saved)
      notify(enabled ? 'As indicações estão ligadas.' : 'As indicações estão desligadas.')
    } catch (error) {
      await refresh(getMyReferrals)
      throw error
    }
  })
}

function Off({ store, mine }: Props) {
  const [read, setRead] = useState(mine.program.acceptedAt !== null)
  const turn = useSwitch({ store, mine })
  return (
    <div className={styles.page}>
      <section className={styles.offer}>
        <h2>Indique o Balcão, ganhe {money(mine.program.rewardCents)} por loja</h2>
        <Stack as="ol" gap={10} className={styles.way}>
          <Row as="li" gap={14} align="baseline">
            Você manda o seu link, ou mostra o QR code.
          </Row>
          <Row as="li" gap={14} align="baseline">
            A pessoa cria a conta e abre a loja dela.
          </Row>
          <Row as="li" gap={14} align="baseline">
            No primeiro pedido de verdade, o prêmio fica anotado aqui.
          </Row>
        </Stack>
        {terms(mine.program.rewardCents).map((sentence) => (
          <Muted key={sentence} size={3} className={styles.note}>
            {sentence}
          </Muted>
        ))}
        <Box label="Li e aceito estas regras" checked={read} onChange={setRead} />
        <Button
          variant="primary"
          className={styles.go}
          busy={turn.isBusy(true)}
          disabledReason={read ? null : 'Leia e aceite as regras antes.'}
          onClick={() => turn.run(true)}
        >
          Aceitar e criar o meu link
        </Button>
      </section>
      {mine.referrals.length > 0 ? <People store={store} mine={mine} /> : null}
    </div>
  )
}

function Running({ store, mine }: Props) {
  const turn = useSwitch({ store, mine })
  const { counts, ledger, program } = mine
  return (
    <div className={styles.page}>
      <section aria-label="Resultado">
        <Row as="dl" align="end" wrap className={styles.figures}>
          <div className={styles.main}>
            <dt>Prêmios anotados</dt>
            <dd>{money(ledger.balanceCents)}</dd>
          </div>
          <Figure label="Abriram o link" value={counts.clicked} />
          <Figure label="Criaram a conta" value={counts.signedUp} />
          <Figure label="Abriram a loja" value={counts.storesOpened} />
          <Figure label="Fizeram o primeiro pedido" value={counts.firstOrders} />
        </Row>
      </section>
      {program.link ? <LinkPart link={program.link} storeName={store.name} /> : null}
      <People store={store} mine={mine} />
      <section className={styles.foot}>
        <Muted size={3} className={styles.note}>
          {terms(program.rewardCents).join(' ')}
          {program.acceptedBy ? ` Aceito por ${program.acceptedBy}.` : ''}
        </Muted>
        <Muted size={3} className={styles.note}>
          Desligado, o link não conta mais ninguém. Os prêmios anotados ficam, e o link é o mesmo se você
          ligar de novo.
        </Muted>
        <Button variant="quiet" busy={turn.isBusy(false)} onClick={() => turn.run(false)}>
          Desligar as indicações
        </Button>
      </section>
    </div>
  )
}

const Figure = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value.toLocaleString('pt-BR')}</dd>
  </div>
)

function People({ store, mine }: Props) {
  const session = useSignedIn()
  const [voiding, setVoiding] = useState<Referral | null>(null)
  const now = useNow(60_000)
  const supports = session.isRoot && session.support?.storeId === store.id
  const dayOf = (iso: string) => nearDay(iso, now, store.address.timezone).trim() || 'hoje'
  return (
    <section aria-labelledby="indicados">
      <h2 id="indicados">Quem chegou pelo seu link</h2>
      {mine.referrals.length === 0 ? (
        <EmptyState icon="group" title="Ninguém ainda">
          Mande o primeiro texto a um dono de restaurante que você conhece. Quem criar a conta pelo seu link
          aparece aqui.
        </EmptyState>
      ) : (
        <ul className={styles.people}>
          {mine.referrals.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.label ?? 'Pessoa sem loja'}</b>
                <Muted as="small" block size={3}>
                  {standing(one)}
                </Muted>
              </span>
              <Stack as="span" gap={2} className={styles.side}>
                {one.state === 'rewarded' ? (
                  <Pill tone="ok">{money(rewardOf(mine, one.id))}</Pill>
                ) : one.state === 'void' ? (
                  <Pill>Não vale</Pill>
                ) : null}
                <Muted as="small" block size={3}>
                  {dayOf(one.voidedAt ?? one.rewardedAt ?? one.storeOpenedAt ?? one.signedUpAt)}
                </Muted>
              </Stack>
              {supports && one.state !== 'void' ? (
                <Button variant="quiet" onClick={() => setVoiding(one)}>
                  Anular
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Muted size={3} className={styles.note}>
        O nome da loja fica escondido: só o dono dela decide mostrar.
      </Muted>
      {voiding ? <VoidDialog store={store} referral={voiding} onClose={() => setVoiding(null)} /> : null}
    </section>
  )
}

/** As it was noted; the amount for new ones may differ. */
const rewardOf = ({ ledger, program }: MyReferrals, referralId: string): number =>
  ledger.entries.find((entry) => entry.referralId === referralId && entry.kind === 'reward')?.cents ??
  program.rewardCents

function VoidDialog({
  store,
  referral,
  onClose,
}: {
  readonly store: Store
  readonly referral: Referral
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    schema: voidReferral.body,
    input: ({ reason }) => ({ storeId: store.id, referralId: referral.id, reason }),
    send: async (body) => {
      keep(store.id, await ask(voidReferral, { body }, { storeId: store.id }))
      notify('A indicação está anulada. O motivo fica na lista.')
      onClose()
    },
  })
  return (
    <Dialog title="Anular a indicação?" onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate aria-label="Anular a indicação">
        <FormError>{form.refusal}</FormError>
        <p>O dono da loja lê o motivo. Se o prêmio já estava anotado, uma linha contrária o tira.</p>
        <TextField label="Motivo" data-first {...form.field('reason')} />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Deixar como está
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Anular
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
