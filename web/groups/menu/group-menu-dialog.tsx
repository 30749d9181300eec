import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readGroupMenu, readGroupMenuOfStore, type GroupMenu } from '../../../contract/groups/group-menu.ts'
import type { GroupPage } from '../../../contract/groups/groups.ts'
import { channelName, type Platform } from '../../../contract/shared/channels.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { BulkDialog, type StoreOfAct } from '../../bulk/bulk.ts'
import { Box } from '../../kit/box.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'
import { pageQuery } from '../page-query.ts'
import { MenuSettings } from './menu-settings.tsx'
import { keepsText, storesToPublish } from './menu-words.rules.ts'
import { StoreDifferences } from './store-differences.tsx'
import { StoresAgainst } from './stores-against.tsx'

interface GroupMenuProps {
  readonly slug: string
  readonly page: GroupPage
  /** Those of the page that the person manages. */
  readonly stores: readonly StoreOfAct[]
  readonly onClose: () => void
}

/** The menu of the chain: whose it is, how each store differs, and publishing it to those that are chosen. */
export function GroupMenuDialog({ slug, page, stores, onClose }: GroupMenuProps) {
  const query = useQuery({
    ...queryFor(readGroupMenu, { params: { slug }, query: pageQuery(page) }),
    // Any menu may have changed since it was last open.
    staleTime: 0,
    gcTime: 0,
  })
  const [publishing, setPublishing] = useState<Publishing | null>(null)
  const menu = query.data
  const from = menu?.storeId ?? null
  if (publishing && menu && from !== null)
    return (
      <BulkDialog
        action={{
          kind: 'menu',
          from,
          category: null,
          keeps: menu.keeps,
          ...(publishing.channels.length > 0 ? { channels: [...publishing.channels] } : {}),
        }}
        stores={stores.filter(({ id }) => publishing.storeIds.includes(id))}
        onClose={() => {
          setPublishing(null)
          void refresh(readGroupMenu)
          void refresh(readGroupMenuOfStore)
        }}
      />
    )
  return (
    <Dialog title="Cardápio da rede" roomy onClose={onClose}>
      {menu ? (
        <MenuOfGroup key={menu.version} slug={slug} menu={menu} stores={stores} onPublish={setPublishing} />
      ) : query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

interface Publishing {
  readonly storeIds: readonly string[]
  /** Whose catalogues are compared afterwards. */
  readonly channels: readonly Platform[]
}

interface PartProps {
  readonly slug: string
  readonly menu: GroupMenu
  readonly stores: readonly StoreOfAct[]
  readonly onPublish: (publishing: Publishing) => void
}

function MenuOfGroup(props: PartProps) {
  const { slug, menu, stores } = props
  const [part, setPart] = useState<'stores' | 'settings' | { readonly storeId: string }>('stores')
  const back = () => setPart('stores')
  const settings = (
    <MenuSettings slug={slug} menu={menu} stores={stores} onBack={menu.storeId ? back : null} />
  )
  if (part === 'settings') return settings
  if (part !== 'stores')
    return (
      <StoreDifferences
        slug={slug}
        store={stores.find(({ id }) => id === part.storeId)}
        storeId={part.storeId}
        onBack={back}
      />
    )
  if (menu.storeId !== null)
    return (
      <Stores {...props} onSettings={() => setPart('settings')} onStore={(storeId) => setPart({ storeId })} />
    )
  if (menu.hidden)
    return (
      <EmptyState icon="menu" title="O cardápio da rede é de uma loja que não está com você">
        Quem gerencia aquela loja copia para as outras.
      </EmptyState>
    )
  return menu.canChange ? (
    settings
  ) : (
    <EmptyState icon="menu" title="A rede ainda não tem um cardápio">
      Quem pode mudar o grupo escolhe a loja cujo cardápio vale para as outras.
    </EmptyState>
  )
}

function Stores({
  menu,
  stores,
  onPublish,
  onSettings,
  onStore,
}: PartProps & { readonly onSettings: () => void; readonly onStore: (storeId: string) => void }) {
  const [chosen, setChosen] = useState(() => storesToPublish(menu))
  const [channels, setChannels] = useState<readonly Platform[]>([])
  const source = stores.find(({ id }) => id === menu.storeId)
  const toggle = (storeId: string) => {
    const next = new Set(chosen)
    if (!next.delete(storeId)) next.add(storeId)
    setChosen(next)
  }
  // A store that is the same by now is not published to.
  const publishing = menu.stores
    .filter(({ storeId, toPublish }) => toPublish > 0 && chosen.has(storeId))
    .map(({ storeId }) => storeId)
  return (
    <>
      <p>
        O cardápio da rede é o de <b>{source?.name ?? 'uma loja de outra página'}</b>.{' '}
        <Muted as="span">Cada loja decide {keepsText(menu.keeps)}.</Muted>
      </p>
      <StoresAgainst menu={menu} stores={stores} chosen={chosen} onToggle={toggle} onStore={onStore} />
      {publishing.length > 0 && menu.channels.length > 0 ? (
        <Stack as="fieldset" gap={6}>
          <legend>Levar também aos canais</legend>
          {menu.channels.map((platform) => (
            <Box
              key={platform}
              label={channelName(platform)}
              checked={channels.includes(platform)}
              onChange={(on) =>
                setChannels(on ? [...channels, platform] : channels.filter((one) => one !== platform))
              }
            />
          ))}
          <Muted size={2}>
            Cada loja confere a comparação no próprio cardápio antes de o canal mudar. Preço e venda do que já
            está ligado seguem sem isso.
          </Muted>
        </Stack>
      ) : null}
      <DialogFoot>
        {menu.canChange ? (
          <Button variant="ghost" icon="settings" onClick={onSettings}>
            Mudar
          </Button>
        ) : null}
        <Button
          variant="primary"
          data-first
          disabledReason={publishing.length === 0 ? 'Nenhuma loja escolhida muda.' : null}
          onClick={() => onPublish({ storeIds: publishing, channels })}
        >
          {publishing.length === 0 ? 'Copiar' : `Copiar em ${plural(publishing.length, 'loja', 'lojas')}`}
        </Button>
      </DialogFoot>
    </>
  )
}
