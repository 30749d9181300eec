-- A slug that a group gave up for another one still leads to the group, until someone else takes it.
alter table group_slugs add column former_of uuid
  constraint group_slugs_former_of_fkey references groups (id) on delete set null;
create index group_slugs_former_of_idx on group_slugs (former_of) where former_of is not null;

-- Addresses that the panel has taken since: a group that has one keeps it with an end of its own.
update group_slugs set slug = slug || '-' || left(md5(slug), 4)
  where group_id is not null
    and slug in ('agora', 'ajustes', 'cardapio', 'chat', 'configuracoes', 'entregas', 'equipe', 'grupo', 'grupos',
      'groups', 'horarios', 'impressao', 'inicio', 'integracoes', 'loja', 'lojas', 'logout', 'orders', 'pedidos', 'perfil',
      'privacy', 'relatorios', 'sign-in', 'signup', 'store', 'stores', 'terms', 'tutoriais', 'user', 'users', 'whatsapp');
