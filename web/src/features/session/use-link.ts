import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * Parameters of a link from an e-mail, removed from the address bar at once so that neither the history nor a copied
 * address contains them. Empty after a reload.
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
