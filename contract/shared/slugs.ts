import * as z from 'zod/mini'

/**
 * Reserved words: group slugs share the first path segment with pages (docs/product.md section 2). A
 * test compares this list with the router.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'menu',
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

/** Lower-case ASCII words joined by single hyphens, 3 to 60 characters (docs/product.md section 7). */
export const slugText = z
  .string('Informe o endereço.')
  .check(
    z.minLength(3, 'O endereço precisa de pelo menos 3 caracteres.'),
    z.maxLength(60, 'O endereço pode ter até 60 caracteres.'),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letras minúsculas sem acento, números e hífens entre palavras.'),
  )
