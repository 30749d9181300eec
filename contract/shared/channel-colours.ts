import type { Platform } from './channels.ts'
import { lookup } from './lookup.ts'

export interface ThemedColour {
  readonly light: string
  readonly dark: string
}

/**
 * The mark of each channel beside its name, quiet on purpose. Part of the registry, and apart from it: the sign-in page,
 * which reads channel-table.ts, shows no colour.
 */
export const channelColours: Readonly<Record<Platform, ThemedColour>> = {
  balcao: { light: '#7d3a70', dark: '#c583b6' },
  ifood: { light: '#a8582e', dark: '#d98a5c' },
  'open-delivery': { light: '#3a64a0', dark: '#7fb6ea' },
  keeta: { light: '#7f6a1c', dark: '#cdb766' },
  aiqfome: { light: '#6657c2', dark: '#a894f4' },
  whatsapp: { light: '#1f7a68', dark: '#6cc3ae' },
}

/** As a CSS colour of both themes. A channel of another version has that of a line. */
export function channelColour(platform: string): string {
  const colour = lookup<ThemedColour>(channelColours, platform)
  return colour ? `light-dark(${colour.light}, ${colour.dark})` : 'var(--line-strong)'
}
