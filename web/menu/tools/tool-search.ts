export type Tool = 'importar' | 'versoes' | 'copiar' | 'publicar' | 'nao-mapeados'

/** What the address of the page names: the tool, the store, and the import or publication that is being looked at. */
export interface ToolSearch {
  readonly aba?: Tool | undefined
  readonly loja?: string | undefined
  readonly id?: string | undefined
}

const tools: readonly unknown[] = ['importar', 'versoes', 'copiar', 'publicar', 'nao-mapeados']

export const toolSearch = ({ aba, loja, id }: Record<string, unknown>): ToolSearch => ({
  ...(tools.includes(aba) ? { aba: aba as Tool } : {}),
  ...(typeof loja === 'string' ? { loja } : {}),
  ...(typeof id === 'string' ? { id } : {}),
})
