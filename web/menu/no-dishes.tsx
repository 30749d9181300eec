import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Row } from '../kit/layout.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NewItemDialog } from './item/item-dialog.tsx'
import type { StoreMenu } from './list/menu-rows.rules.ts'

/** An empty menu, with the two ways to fill it. `manageable`: the menus that the reader may write; empty: none. */
export function NoDishes({ manageable }: { readonly manageable: readonly StoreMenu[] }) {
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  if (manageable.length === 0)
    return (
      <EmptyState icon="bag" title="O cardápio ainda está vazio">
        Peça a um gerente que inclua os pratos. Aqui você pausa o que faltar, em todos os canais de uma vez.
      </EmptyState>
    )
  return (
    <>
      <EmptyState
        icon="bag"
        title="O cardápio ainda está vazio"
        action={
          <Row gap={8} wrap>
            <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
              Incluir o primeiro prato
            </Button>
            <Button icon="download" onClick={() => void navigate({ to: '/cardapio/importar' })}>
              Importar o cardápio
            </Button>
          </Row>
        }
      >
        Com os pratos aqui, o pedido por telefone sai com o preço certo, e o que faltar sai de venda em todos
        os canais de uma vez.
      </EmptyState>
      {adding ? <NewItemDialog menus={manageable} onClose={() => setAdding(false)} /> : null}
    </>
  )
}
