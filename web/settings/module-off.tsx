import { moduleNames, type ModuleKey } from '../../contract/stores/module-keys.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** A part whose module the store switched off; its switch is on the same page. */
export function ModuleOff({ module }: { readonly module: ModuleKey }) {
  return (
    <EmptyState icon="columns" title={`O módulo ${moduleNames[module]} está desligado`}>
      Ligue de novo nesta página para usar esta parte. O que já existia está guardado.
    </EmptyState>
  )
}
