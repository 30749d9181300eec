import { useState } from 'react'
import { readGroupMenu, saveGroupMenu, type GroupMenu } from '../../../contract/groups/group-menu.ts'
import type { MenuKeeps } from '../../../contract/menu/copies.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Box } from '../../kit/box.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/text-field.tsx'

const none = ''

const choices: readonly (readonly [keyof MenuKeeps, label: string, hint: string])[] = [
  ['prices', 'O preço dos itens', 'O das opções vem com o cardápio.'],
  ['hours', 'O horário de venda de cada item', 'O horário da loja não muda por aqui.'],
  ['ownItems', 'Itens só dela', 'Desmarcado, copiar tira o que a rede não tem.'],
]

/** Whose menu the chain takes, and what publishing leaves with each store. */
export function MenuSettings({
  slug,
  menu,
  stores,
  onBack,
}: {
  readonly slug: string
  readonly menu: GroupMenu
  readonly stores: readonly StoreOfAct[]
  /** Null: there is nothing to go back to. */
  readonly onBack: (() => void) | null
}) {
  const [storeId, setStoreId] = useState(menu.storeId ?? none)
  const [keeps, setKeeps] = useState(menu.keeps)
  const { busy, refusal, send } = useSending()
  const save = async () => {
    const body = { storeId: storeId === none ? null : storeId, keeps, version: menu.version }
    try {
      await ask(saveGroupMenu, { params: { slug }, body })
    } finally {
      // After somebody else's save the dialog shows theirs.
      await refresh(readGroupMenu)
    }
    onBack?.()
  }
  return (
    <Stack
      as="form"
      gap={14}
      noValidate
      aria-label="Cardápio da rede"
      onSubmit={(event) => {
        event.preventDefault()
        void send(save)
      }}
    >
      <Muted size={3}>
        O cardápio de uma loja vale para a rede. Salvar aqui não muda cardápio nenhum: copiar muda.
      </Muted>
      <SelectField
        label="O cardápio da rede é o de"
        value={storeId}
        options={[
          [none, 'Nenhuma loja'],
          ...(menu.storeId === null || stores.some(({ id }) => id === menu.storeId)
            ? []
            : [[menu.storeId, 'A de antes, de outra página'] as const]),
          ...stores.map(({ id, name }) => [id, name] as const),
        ]}
        onChoose={setStoreId}
      />
      <fieldset>
        <legend>O que cada loja decide</legend>
        {choices.map(([key, label, hint]) => (
          <Box
            key={key}
            label={label}
            hint={hint}
            checked={keeps[key]}
            onChange={(on) => setKeeps({ ...keeps, [key]: on })}
          />
        ))}
        <Muted size={2}>Pausar um item é sempre de cada loja.</Muted>
      </fieldset>
      <FormError>{refusal}</FormError>
      <DialogFoot>
        {onBack ? (
          <Button variant="ghost" onClick={onBack}>
            Voltar
          </Button>
        ) : null}
        <Button type="submit" variant="primary" busy={busy}>
          Salvar
        </Button>
      </DialogFoot>
    </Stack>
  )
}
