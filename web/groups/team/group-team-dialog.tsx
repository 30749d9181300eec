import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  endGroupGrant,
  giveGroupGrant,
  readGroupGrants,
  type GroupGrant,
} from '../../../contract/groups/group-grants.ts'
import type { Group } from '../../../contract/groups/groups.ts'
import type { RoleName } from '../../../contract/shared/access.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { RoleChoice } from '../../identity/identity.ts'
import { roleIn, useSignedIn } from '../../identity/session.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { roleLabels } from '../../words/roles.ts'
import { grantLines } from './grant-words.rules.ts'
import styles from './group-team.module.css'

interface TeamProps {
  readonly group: Group
  readonly names: ReadonlyMap<string, string>
}

/** The people of a whole group: who they are, how far each has come, one more, and their end. */
export function GroupTeamDialog({ group, names, onClose }: TeamProps & { readonly onClose: () => void }) {
  const [part, setPart] = useState<'list' | 'new' | GroupGrant>('list')
  const back = () => setPart('list')
  if (part === 'new')
    return (
      <Dialog title="Pôr alguém no grupo" onClose={onClose}>
        <NewPerson group={group} onBack={back} />
      </Dialog>
    )
  if (part !== 'list')
    return (
      <Dialog title="Tirar do grupo" onClose={onClose}>
        <EndGrant group={group} grant={part} onBack={back} />
      </Dialog>
    )
  return (
    <Dialog title={`Equipe de ${group.name}`} onClose={onClose}>
      <People group={group} names={names} onEnd={setPart} />
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Pronto
        </Button>
        <Button variant="primary" onClick={() => setPart('new')}>
          Pôr alguém
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function People({ group, names, onEnd }: TeamProps & { readonly onEnd: (grant: GroupGrant) => void }) {
  const read = useQuery(queryFor(readGroupGrants, { params: { id: group.id } }))
  return (
    <Stack gap={12}>
      <Muted size={3}>
        Quem está aqui trabalha em todas as lojas do grupo. Quando uma loja entra depois, um dono dela decide.
      </Muted>
      {read.isPending ? <Skeleton height={96} /> : null}
      {read.error && !read.data ? (
        <ErrorState
          message={errorSentence(read.error)}
          requestId={requestIdOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {read.data?.length === 0 ? (
        <p>Ninguém ainda. Cada loja continua com a própria equipe.</p>
      ) : (
        <ul className={styles.people}>
          {read.data?.map((grant) => (
            <Row as="li" key={grant.id} gap={12} justify="between" align="start">
              <div>
                <b>{grant.name || grant.email}</b>
                <Muted size={3}>
                  {roleLabels[grant.role]}
                  {grant.name ? `, ${grant.email}` : ''}, posto por {grant.givenBy}
                </Muted>
                {grantLines(grant.stores, names).map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
              <Button
                variant="ghost"
                aria-label={`Tirar ${grant.name || grant.email} do grupo`}
                onClick={() => onEnd(grant)}
              >
                Tirar
              </Button>
            </Row>
          ))}
        </ul>
      )}
    </Stack>
  )
}

function NewPerson({ group, onBack }: { readonly group: Group; readonly onBack: () => void }) {
  const session = useSignedIn()
  const owns = group.stores.some(({ id }) => roleIn(session, id) === 'owner')
  const [role, setRole] = useState<RoleName>(owns ? 'manager' : 'basic')
  const form = useForm({
    initial: { email: '', name: '' },
    schema: giveGroupGrant.body,
    alsoShown: ['role'],
    input: ({ email, name }) => ({ email, role, ...(name.trim() ? { name } : {}) }),
    send: async (body) => {
      await ask(giveGroupGrant, { params: { id: group.id }, body })
      await refresh(readGroupGrants)
      notify(`${body.name ?? body.email} está na equipe do grupo.`)
      onBack()
    },
  })
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate>
      <FormError>{form.refusal}</FormError>
      <TextField
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-first
        {...form.field('email')}
      />
      <TextField label="Nome (opcional)" autoComplete="off" {...form.field('name')} />
      <Suspense fallback={<Skeleton height={180} />}>
        <RoleChoice value={role} ownRole={owns ? 'owner' : 'manager'} onChange={setRole} />
      </Suspense>
      <Muted size={3}>
        Vale nas lojas em que você pode dar este acesso. Nas outras, e nas que entrarem depois, um dono da
        loja decide. Até aceitar o convite, a pessoa não vê nada.
      </Muted>
      <DialogFoot>
        <Button variant="ghost" onClick={onBack}>
          Voltar
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Enviando…' : 'Pôr no grupo'}
        </Button>
      </DialogFoot>
    </Stack>
  )
}

function EndGrant({
  group,
  grant,
  onBack,
}: {
  readonly group: Group
  readonly grant: GroupGrant
  readonly onBack: () => void
}) {
  const who = grant.name || grant.email
  const form = useForm({
    initial: {},
    input: () => ({ params: { id: group.id, grantId: grant.id } }),
    send: async (sent) => {
      try {
        const { kept } = await ask(endGroupGrant, sent)
        notify(
          kept.length === 0
            ? `${who} saiu da equipe do grupo.`
            : `${who} saiu do grupo, mas continua em ${plural(kept.length, 'loja', 'lojas')}: lá o acesso está acima do seu, ou é do último dono.`,
        )
      } finally {
        await refresh(readGroupGrants)
      }
      onBack()
    },
  })
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit}>
      <FormError>{form.refusal}</FormError>
      <p>
        <b>{who}</b> perde o acesso que o grupo deu, e os convites que ainda esperam. O acesso que já tinha
        antes, ou que uma loja deu à parte, fica.
      </p>
      <DialogFoot>
        <Button variant="ghost" onClick={onBack}>
          Voltar
        </Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {form.busy ? 'Tirando…' : 'Tirar do grupo'}
        </Button>
      </DialogFoot>
    </Stack>
  )
}
