import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * What a mail's link carries, taken out of the address bar at once: neither the history nor a copied address has it.
 * Empty after a reload.
 */
export function useLink(): URLSearchParams {
  const [link] = useState(() => new URLSearchParams(window.location.search));
  const navigate = useNavigate();
  useEffect(() => {
    const { search, pathname } = window.location;
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate]);
  return link;
}
