import { useState } from 'react'
import { roleNames, type RoleName } from '../../../contract/shared/access.ts'
import { checkAccess, grantAccess, readStoreAccess, removeAccess } from '../../../contract/identity/people.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { ResultPill, ResultText, usePerStore } from '../../settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { roleLabels } from '../../words/roles.ts'
import { refreshAccess, roleIn, useSignedIn } from '../session.ts'
import type { TeamPerson } from './team.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './team-tab.module.css'

type Entry = TeamPerson['entries'][number]
/** Out of the store's team. */
const gone = 'gone'
type Wanted = RoleName | typeof gone

/** One person's access, store by store; each store is changed on its own and says how that went. */
export function PersonDialog({
  person,
  isSelf,
  onClose,
}: {
  readonly person: TeamPerson
  readonly isSelf: boolean
  readonly onClose: () => void
}) {
  // As it was when opened: a store that was left stays in the list with its result.
  const [entries] = useState(person.entries)
  const session = useSignedIn()
  // A manager changes attendants only, and the last owner stays.
  const mayChange = ({ store, role, lastOwner }: Entry) =>
    !lastOwner && (isSelf || roleIn(session, store.id) === 'owner' || role === 'basic')
  const open = entries.filter(mayChange)
  const fixed = entries.filter((entry) => !mayChange(entry))
  const [wanted, setWanted] = useState<Readonly<Record<string, Wanted | undefined>>>({})
  const { results, busy, run } = usePerStore()
  const changes = entries
    .filter(
      ({ store, role }) =>
        (lookup(wanted, store.id) ?? role) !== role && lookup(results, store.id)?.kind !== 'done',
    )
    .map((entry) => ({ ...entry, id: entry.store.id, wish: lookup(wanted, entry.store.id) ?? entry.role }))
  const removals = changes.filter(({ wish }) => wish === gone)
  const save = async () => {
    const ended = await run(changes, ({ id, wish }) => write(person.uid, id, wish))
    const done = changes.filter(({ id }) => ended.get(id)?.kind === 'done')
    if (done.length === changes.length) {
      notify(doneText(person.name, isSelf, done))
      onClose()
    }
    await Promise.all([refresh(readStoreAccess), ...(isSelf && done.length > 0 ? [refreshAccess()] : [])])
  }
  return (
    <Dialog title={isSelf ? 'Sair da loja' : `Acesso de ${person.name}`} onClose={onClose}>
      <Stack as="ul" gap={14} className={styles.stores} hidden={open.length === 0}>
        {open.map((entry) => {
          const result = lookup(results, entry.store.id)
          return (
            <li key={entry.store.id}>
              {result?.kind === 'done' ? (
                <b>{entry.store.name}</b>
              ) : (
                <RoleSelect
                  entry={entry}
                  isSelf={isSelf}
                  value={lookup(wanted, entry.store.id) ?? entry.role}
                  onChange={(role) => setWanted((before) => ({ ...before, [entry.store.id]: role }))}
                />
              )}
              {result ? (
                <span>
                  <ResultPill result={result} /> <ResultText result={result} />
                </span>
              ) : null}
            </li>
          )
        })}
      </Stack>
      {fixed.length > 0 ? <Fixed entries={fixed} isSelf={isSelf} /> : null}
      <Muted className={styles.consequence} role="status">
        {open.length === 0 ? '' : consequence(person.name, isSelf, changes)}
      </Muted>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {open.length === 0 ? 'Fechar' : 'Cancelar'}
        </Button>
        {open.length === 0 ? null : (
          <Button
            variant={removals.length > 0 ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={changes.length === 0 ? 'Escolha antes o que muda.' : null}
            onClick={() => void save()}
          >
            {buttonText(isSelf, changes.length, removals.length)}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function RoleSelect({
  entry: { store, role },
  isSelf,
  value,
  onChange,
}: {
  readonly entry: Entry
  readonly isSelf: boolean
  readonly value: Wanted
  readonly onChange: (role: Wanted) => void
}) {
  const own = roleIn(useSignedIn(), store.id)
  // Nobody changes the own role.
  const offered = roleNames.filter((one) => one === role || (own === 'owner' && !isSelf))
  return (
    <SelectField
      label={store.name}
      value={value}
      options={[
        ...offered.map((one) => [one, roleLabels[one]] as const),
        [gone, isSelf ? 'Sair da loja' : 'Sem acesso (tirar da equipe)'] as const,
      ]}
      onChange={(event) => onChange(event.target.value as Wanted)}
    />
  )
}

/** Stores where nothing can be changed, and why. */
function Fixed({ entries, isSelf }: { readonly entries: readonly Entry[]; readonly isSelf: boolean }) {
  const last = entries.some(({ lastOwner }) => lastOwner)
  return (
    <div className={styles.fixed}>
      <dl>
        {entries.map(({ store, role }) => (
          <Row gap={16} align="stretch" justify="between" key={store.id}>
            <dt>{store.name}</dt>
            <dd>{roleLabels[role]}</dd>
          </Row>
        ))}
      </dl>
      <p>
        {last
          ? `Só ${isSelf ? 'você' : 'esta pessoa'} tem o acesso de dono. Antes de sair, dê esse acesso a alguém.`
          : 'Só um dono muda o acesso de gerentes e donos.'}
      </p>
    </div>
  )
}

async function write(uid: string, storeId: string, wish: Wanted): Promise<void> {
  try {
    if (wish === gone) await ask(removeAccess, { params: { uid, storeId } })
    else await ask(grantAccess, { body: { uid, role: wish } }, { storeId })
  } catch (error) {
    // Somebody else may have done the same, or a lost reply may have: what counts is how it is now.
    const now = await ask(checkAccess, { params: { uid, storeId } }).catch(() => null)
    if (now === null || (now.role ?? gone) !== wish) throw error
  }
}

type Changed = readonly (Entry & { readonly wish: Wanted })[]

function buttonText(isSelf: boolean, changes: number, removals: number): string {
  if (isSelf) return removals > 1 ? `Sair de ${plural(removals, 'loja', 'lojas')}` : 'Sair da loja'
  if (removals > 0 && removals === changes) return 'Tirar da equipe'
  return 'Mudar o acesso'
}

function consequence(name: string, isSelf: boolean, changes: Changed): string {
  if (isSelf)
    return changes.length === 0
      ? 'Escolha de qual loja sair.'
      : 'Você deixa de ver os pedidos e os relatórios na hora. Para voltar, alguém precisa convidar você.'
  const wishes = new Set(changes.map(({ wish }) => wish))
  return [
    wishes.has(gone) ? `${name} perde o acesso na hora, também nas telas abertas.` : '',
    wishes.has('owner') ? `${name} passa a ver o dinheiro e a mudar a equipe inteira, você também.` : '',
    wishes.has('manager') ? `${name} cuida da loja e vê os relatórios.` : '',
    wishes.has('basic') ? `${name} deixa de ver os relatórios e os valores do dia.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function doneText(name: string, isSelf: boolean, changes: Changed): string {
  const [only] = changes
  if (!only || changes.length > 1) return `Acesso mudado em ${plural(changes.length, 'loja', 'lojas')}.`
  if (only.wish === gone)
    return isSelf ? `Você saiu de ${only.store.name}.` : `${name} saiu da equipe de ${only.store.name}.`
  return `${name} agora é ${roleLabels[only.wish].toLowerCase()} em ${only.store.name}.`
}
