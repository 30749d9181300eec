import { slugText } from './slugs.ts'

/**
 * Reserved words: group slugs share the first path segment with pages (docs/product.md section 2). A
 * test compares this list with the router.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'menu',
  'cardapio',
  'reports',
  'settings',
  'tutorials',
  'termos',
  'login',
  'reset-password',
  'api',
  'assets',
  'health',
  'metrics',
  'docs',
  'all',
  'admin',
  'www',
  'webhooks',
  'open-delivery',
  'agent',
  'events',
  'static',
  'public',
  'app',
  'conta',
  'account',
  'sair',
  'entrar',
  'cadastro',
  'convite',
  'nova-loja',
  'em-breve',
  'suporte',
  'ajuda',
  'help',
  'status',
  'blog',
  'root',
  'null',
  'undefined',
  'index',
  'favicon',
  'robots',
  'manifest',
  'sw',
  'caixa-de-saida',
  'mailbox',
  'privacidade',
])

/** Whether a group can have this slug. */
export const isGroupSlug = (text: string): boolean =>
  !reservedSlugs.has(text) && slugText.safeParse(text).success
