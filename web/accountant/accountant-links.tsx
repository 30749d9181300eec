import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  accountantFileNames,
  endAccountantLink,
  readAccountantLinks,
  type AccountantLink,
} from '../../contract/accountant/accountant.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { roleIn, useSignedIn } from '../identity/session.ts'
import { FormError } from '../kit/form-error.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayBrief, plural } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import { LinkDialog } from './link-dialog.tsx'
import styles from './accountant.module.css'

/** What opens this store for an accountant without an account. */
export function AccountantLinks({ store, stores }: StoreSectionProps) {
  const session = useSignedIn()
  const owned = stores.filter(({ id }) => roleIn(session, id) === 'owner')
  return owned.some(({ id }) => id === store.id) ? <OwnLinks store={store} stores={owned} /> : null
}

function OwnLinks({ store, stores }: StoreSectionProps) {
  const [making, setMaking] = useState(false)
  const [ending, setEnding] = useState<AccountantLink | null>(null)
  const selection = stores.map(({ id }) => id).join(',')
  const read = useQuery(queryFor(readAccountantLinks, { query: { selection } }))
  const links = read.data?.links.filter(({ storeIds }) => storeIds.includes(store.id))
  return (
    <Stack as="section" gap={12} aria-labelledby="accountant-links">
      <h2 id="accountant-links">Links para o contador</h2>
      <Muted size={3}>
        Com um link, o contador baixa os arquivos que você escolher, sem conta no Balcão. Ele não vê pedidos,
        clientes nem configurações, e você encerra o link quando quiser.
      </Muted>
      {read.isPending ? <Skeleton height={72} /> : null}
      {read.error && !read.data ? (
        <ErrorState
          message={errorSentence(read.error)}
          requestId={requestIdOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {links && links.length > 0 ? (
        <ul className={styles.links}>
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              timezone={store.address.timezone}
              onEnd={() => setEnding(link)}
            />
          ))}
        </ul>
      ) : null}
      {links?.length === 0 ? <Muted>Nenhum link aberto para esta loja.</Muted> : null}
      <Row>
        <Button variant="soft" onClick={() => setMaking(true)}>
          Criar link
        </Button>
      </Row>
      {making ? <LinkDialog store={store} stores={stores} onClose={() => setMaking(false)} /> : null}
      {ending ? <EndDialog link={ending} onClose={() => setEnding(null)} /> : null}
    </Stack>
  )
}

function LinkRow({
  link: { name, files, storeIds, madeBy, expiresAt, usedAt },
  timezone,
  onEnd,
}: {
  readonly link: AccountantLink
  readonly timezone: string
  readonly onEnd: () => void
}) {
  return (
    <Row as="li" gap={12} justify="between">
      <div>
        <b>{name}</b>
        <Muted size={3}>
          {files.map((file) => accountantFileNames[file]).join(', ')}
          {storeIds.length > 1 ? `. Abre ${plural(storeIds.length, 'loja', 'lojas')}` : ''}.
        </Muted>
        <Muted size={3}>
          Vale até {dayBrief(dayIn(expiresAt, timezone), true)}, criado por {madeBy}.{' '}
          {usedAt === null
            ? 'Ainda não foi usado.'
            : `Último arquivo em ${dayBrief(dayIn(usedAt, timezone))}.`}
        </Muted>
      </div>
      <Button variant="ghost" aria-label={`Encerrar o link de ${name}`} onClick={onEnd}>
        Encerrar
      </Button>
    </Row>
  )
}

function EndDialog({ link, onClose }: { readonly link: AccountantLink; readonly onClose: () => void }) {
  const form = useForm({
    initial: {},
    input: () => ({ params: { id: link.id }, query: { selection: link.storeIds.join(',') } }),
    send: async (sent) => {
      try {
        await ask(endAccountantLink, sent)
      } finally {
        await refresh(readAccountantLinks)
      }
      notify(`Link de ${link.name} encerrado.`)
      onClose()
    },
  })
  return (
    <Dialog title="Encerrar o link" onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={form.onSubmit}>
        <FormError>{form.refusal}</FormError>
        <p>
          O link de <b>{link.name}</b> para de abrir na hora
          {link.storeIds.length > 1 ? `, nas ${link.storeIds.length} lojas` : ''}. O que já foi baixado fica
          com ele.
        </p>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy ? 'Encerrando…' : 'Encerrar'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
